import { NATIVE_TOKEN_ID, type TokenId } from '@quorate/protocol';
import type { Committee } from '../committee.ts';
import type { NodeName, Step } from '../effect.ts';
import { type Genesis, startingBalances } from '../genesis.ts';
import type { Handover, ValidatorStatus } from '../handover/handover.ts';
import {
  balanceKey,
  type Ledger,
  type Origin,
  type RecordChange,
  type TokenDescription,
} from '../ledger/ledger.ts';
import type { Query } from '../message.ts';
import type { PrunePolicy } from '../pruning/policy.ts';

/** Everything that one validator holds in memory. */
export interface ValidatorState {
  readonly genesis: Genesis;
  /** By epoch, from 0; the last is the running one. */
  readonly committees: readonly Committee[];
  /** Only an active validator gives new signatures (rules C4, C6). */
  readonly status: ValidatorStatus;
  readonly handover: Handover;
  readonly ledger: Ledger;
  /** Undefined where every certificate is kept. */
  readonly pruning: Pruning | undefined;
}

/** Where a validator stands that prunes. */
export interface Pruning {
  readonly policy: PrunePolicy;
  /** The place in the order of settlement that it looks at next; see `pruning.ts`. */
  readonly next: bigint;
  /** Whether it is looking, or will at a time that is set. */
  readonly isUnderWay: boolean;
}

/** What a validator wants to know again when it has read from its store. */
export type ValidatorResume = QueryResume | HandoverResume | PruneResume;

/** What a validator reads in order to prune. */
export type PruneResume =
  /** What settled, from a place on. */
  | { readonly rows: 'places'; readonly from: bigint }
  /** The certificates that the places from there stand for; none where the nonce is below 0. */
  | { readonly rows: 'candidates'; readonly from: bigint; readonly candidates: readonly Origin[] };

/** What a validator reads in order to answer. */
export interface QueryResume {
  readonly from: NodeName;
  readonly query: Query;
  /** `origins` where the rows name the certificates that are to be read next. */
  readonly rows: 'answer' | 'origins';
}

/** What a validator reads in a handover. */
export type HandoverResume =
  /** The certificate of the change that began an epoch, to be told to one, or to all who do not know. */
  | { readonly rows: 'change'; readonly epoch: number; readonly to: NodeName | undefined }
  /** A certificate that settled too late for a snapshot, to be sent to others. */
  | ({ readonly rows: 'late' } & Origin)
  /** A part of an own snapshot that somebody asked for. */
  | { readonly rows: 'snapshot'; readonly from: NodeName; readonly requestId: string };

/** What a step of a validator gives. */
export type ValidatorStep = Step<ValidatorState, ValidatorResume>;

/** Gives the epoch that a validator is in. */
export function epochOf(state: ValidatorState): number {
  return state.committees.length - 1;
}

/**
 * Puts a ledger in place of a validator's own; one that names a next committee ends the epoch, and
 * with it the right to sign (rule C4).
 */
export function withLedger(state: ValidatorState, ledger: Ledger): ValidatorState {
  const { genesis, handover, pruning } = state;
  const committees = committeesOf(state.committees, ledger);
  return { genesis, committees, status: statusOf(committees, handover), ledger, handover, pruning };
}

/** Gives a validator another place between epochs. */
export function withHandover(state: ValidatorState, handover: Handover): ValidatorState {
  const { genesis, committees, ledger, pruning } = state;
  return { genesis, committees, status: statusOf(committees, handover), ledger, handover, pruning };
}

/** Gives a validator another place in what it prunes. */
export function withPruning(state: ValidatorState, pruning: Pruning): ValidatorState {
  return { ...state, pruning };
}

function committeesOf(known: readonly Committee[], { committee }: Ledger): readonly Committee[] {
  if (committee.size < known.length) return known;
  const committees = [...known];
  for (;;) {
    const epoch = committees.length;
    const record = committee.get(String(epoch));
    if (record === undefined) return committees;
    committees.push({ epoch, members: record.members });
  }
}

function statusOf(
  committees: readonly Committee[],
  { served, seat, merge }: Handover,
): ValidatorStatus {
  if (served === committees.length - 1 && seat !== undefined) return 'active';
  return merge === undefined ? 'retired' : 'merging';
}

/** Lists what every validator holds before the first transaction. */
export function genesisRecords(genesis: Genesis): readonly RecordChange[] {
  const balances = new Map<string, bigint>();
  const supplies = new Map<TokenId, bigint>([[NATIVE_TOKEN_ID, 0n]]);
  for (const [address, token, balance] of startingBalances(genesis)) {
    const key = balanceKey(address, token);
    balances.set(key, (balances.get(key) ?? 0n) + balance);
    supplies.set(token, (supplies.get(token) ?? 0n) + balance);
  }
  return [
    // The native token has a supply from the start and no creation: nobody manages, mints or names it.
    tokenRecord(NATIVE_TOKEN_ID, supplies, undefined),
    ...(genesis.tokens ?? []).map(({ id, name, decimals, admin }) =>
      tokenRecord(id, supplies, {
        admin,
        name,
        decimals,
        mints: [],
        updateCount: 0n,
        origin: undefined,
      }),
    ),
    ...[...balances]
      .filter(([, balance]) => balance !== 0n)
      .map(([key, value]): RecordChange => ({ table: 'balance', key, value })),
  ];
}

function tokenRecord(
  key: TokenId,
  supplies: ReadonlyMap<TokenId, bigint>,
  description: TokenDescription | undefined,
): RecordChange {
  return { table: 'token', key, value: { supply: supplies.get(key) ?? 0n, description } };
}
