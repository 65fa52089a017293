import type { BegunFault } from '../faults/chaos.ts';

/** What can happen in a devnet, as its events name it. */
export const EVENT_KINDS = [
  'submitted',
  'signed',
  'settled',
  'incomplete',
  'refused',
  'up',
  'down',
  'lost',
  'fault-begun',
  'fault-ended',
  'snapshot',
  'restored',
  'reset',
  'hosted',
  'request',
  'committee',
  'seat',
] as const;

/** One of the kinds above. */
export type EventKind = (typeof EVENT_KINDS)[number];

/** An account in an event. */
export interface EventAccount {
  /** Bech32m. */
  readonly address: string;
  /** Null unless the devnet knows the account by a name, such as `alice`. */
  readonly name: string | null;
}

/** An operation in an event; `to`, `amount` and `token_id` are there if it moves something. */
export interface EventOperation {
  readonly kind: string;
  readonly to?: EventAccount;
  /** In least units, as decimal text. */
  readonly amount?: string;
  /** 64 hex digits. */
  readonly token_id?: string;
}

/**
 * A transaction in an event. More than its id is known only of one that was submitted to the proxy.
 */
export interface EventTransaction {
  /** 64 hex digits. */
  readonly id: string;
  readonly sender?: EventAccount;
  /** Decimal text. */
  readonly nonce?: string;
  /** The first ones. */
  readonly operations?: readonly EventOperation[];
  /** How many operations follow those; absent if none do. */
  readonly more?: number;
}

/** What an event says besides its kind; each kind has only some of these. */
export interface EventFacts {
  readonly transaction?: EventTransaction;
  /** Of `submitted`: `rest`, `rpc`, `faucet` or `wallet`. */
  readonly by?: string;
  /** Of `signed` and `settled`: the validators that had done so when a quorum had. */
  readonly validators?: readonly string[];
  /** Of `refused`: the code of the rule. */
  readonly code?: string;
  /** Of `refused`. */
  readonly message?: string;
  /** Of `refused`: the facts of the rule; large numbers are decimal text. */
  readonly details?: unknown;
  /** The node that is up, down or lost, or the validator that was hosted or whose seat changed. */
  readonly node?: string;
  /** Of `lost`: why, if that is known. */
  readonly reason?: string;
  /** Of `fault-begun` and `fault-ended`: the fault as it was stated, with its id. */
  readonly fault?: BegunFault;
  /** Of `snapshot` and `restored`: the name of the snapshot. */
  readonly name?: string;
  /** Of `request`: whether somebody wants to join or to leave. */
  readonly request?: 'Join' | 'Leave';
  /** Of `request`: who wants to. */
  readonly operator?: EventAccount;
  /** Of `committee`: the epoch that begins; of `seat`: the last one that the validator served. */
  readonly epoch?: number;
  /** Of `committee`: its members. */
  readonly members?: readonly string[];
  /** Of `committee`: how many signatures make a certificate. */
  readonly quorum?: number;
  /** Of `seat`: `active`, `merging` or `retired`. */
  readonly seat?: string;
}

/** Something that has happened in a devnet. It is plain data, which JSON can hold. */
export interface DevnetEvent extends EventFacts {
  /** Unlike that of any other event, also of other devnets. */
  readonly id: string;
  /** When, in UTC: `2026-01-31T12:00:00.000Z`. */
  readonly at: string;
  /** `missed` means that events are gone that the reader has not been told. */
  readonly kind: EventKind | 'missed';
  /** Of `missed`: how many are gone; null if that is unknown, because the devnet began anew. */
  readonly missed?: number | null;
}

/** Which events a reader wants: those that fit everything that is given. */
export interface EventFilter {
  readonly kinds?: readonly EventKind[] | undefined;
  /** The name of an account, or its address in bech32m: it sends, receives or asks for a seat. */
  readonly account?: string | undefined;
  /** The name of a node. */
  readonly node?: string | undefined;
}

/** Tells whether a reader wants an event; that something was missed concerns everybody. */
export function isWanted(event: DevnetEvent, { kinds, account, node }: EventFilter): boolean {
  const { kind } = event;
  if (kind === 'missed') return true;
  return (
    kinds?.includes(kind) !== false &&
    (account === undefined || accountsIn(event).some((each) => isCalled(each, account))) &&
    (node === undefined || nodesIn(event).includes(node))
  );
}

function isCalled({ address, name }: EventAccount, account: string): boolean {
  return address === account || name === account;
}

function accountsIn({ transaction, operator }: DevnetEvent): readonly EventAccount[] {
  const { sender, operations = [] } = transaction ?? {};
  const found = [sender, operator, ...operations.map(({ to }) => to)];
  return found.filter((each) => each !== undefined);
}

function nodesIn({ node, validators = [], members = [], fault }: DevnetEvent): readonly string[] {
  const struck = fault === undefined ? [] : endsOf(fault);
  return [...(node === undefined ? [] : [node]), ...validators, ...members, ...struck];
}

function endsOf({ node, from = [], to = [] }: BegunFault): readonly string[] {
  return node === undefined ? [from, to].flat() : [node];
}
