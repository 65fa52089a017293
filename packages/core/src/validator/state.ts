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
  /** Indexed by epoch, from 0; the last one is the current committee. */
  readonly committees: readonly Committee[];
  /** Only an active validator gives new signatures (rules C4, C6). */
  readonly status: ValidatorStatus;
  readonly handover: Handover;
  readonly ledger: Ledger;
  /** Undefined when the validator keeps every certificate. */
  readonly pruning: Pruning | undefined;
}

/** The pruning progress of a validator. */
export interface Pruning {
  readonly policy: PrunePolicy;
  /** The next position in the order of settlement to look at; see `PrunedUpTo`. */
  readonly next: bigint;
  /** Whether a round is running or its timer is set. */
  readonly isUnderWay: boolean;
}

/** What a validator attaches to a load from its store. */
export type ValidatorResume = QueryResume | HandoverResume | PruneResume;

/** A load for pruning. */
export type PruneResume =
  /** The order of settlement, from a position on. */
  | { readonly rows: 'places'; readonly from: bigint }
  /** The certificates that those positions stand for. A candidate below nonce 0 stands for none. */
  | { readonly rows: 'candidates'; readonly from: bigint; readonly candidates: readonly Origin[] };

/** A load for answering a query. */
export interface QueryResume {
  readonly from: NodeName;
  readonly query: Query;
  /** `origins` when the rows name the certificates to be read next. */
  readonly rows: 'answer' | 'origins';
}

/** A load for a handover. */
export type HandoverResume =
  /**
   * The certificate of the change that began an epoch, to be sent to one node or to all that may
   * not know it.
   */
  | { readonly rows: 'change'; readonly epoch: number; readonly to: NodeName | undefined }
  /** A certificate that settled too late for the snapshot, to be pushed to others. */
  | ({ readonly rows: 'late' } & Origin)
  /** A part of the own snapshot that another node asked for. */
  | { readonly rows: 'snapshot'; readonly from: NodeName; readonly requestId: string };

/** The result of a validator's step. */
export type ValidatorStep = Step<ValidatorState, ValidatorResume>;

/** Gives the epoch that a validator knows as the current one. */
export function epochOf(state: ValidatorState): number {
  return state.committees.length - 1;
}

/**
 * Replaces the ledger of a validator. A ledger that names a next committee ends the epoch, and with
 * it the right to sign (rule C4).
 */
export function withLedger(state: ValidatorState, ledger: Ledger): ValidatorState {
  const { genesis, handover, pruning } = state;
  const committees = committeesOf(state.committees, ledger);
  return { genesis, committees, status: statusOf(committees, handover), ledger, handover, pruning };
}

/** Replaces the position of a validator in the handover, which may change its status. */
export function withHandover(state: ValidatorState, handover: Handover): ValidatorState {
  const { genesis, committees, ledger, pruning } = state;
  return { genesis, committees, status: statusOf(committees, handover), ledger, handover, pruning };
}

/** Replaces the pruning progress of a validator. */
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

/** Lists the ledger records that every validator starts with. */
export function genesisRecords(genesis: Genesis): readonly RecordChange[] {
  const balances = new Map<string, bigint>();
  const supplies = new Map<TokenId, bigint>([[NATIVE_TOKEN_ID, 0n]]);
  for (const [address, token, balance] of startingBalances(genesis)) {
    const key = balanceKey(address, token);
    balances.set(key, (balances.get(key) ?? 0n) + balance);
    supplies.set(token, (supplies.get(token) ?? 0n) + balance);
  }
  return [
    // The native token has a supply but no creation: nobody manages, mints or names it.
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
