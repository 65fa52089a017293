import { stringifyJson } from '@quorate/protocol';
import { rangeUnder, type StoreRange, type StoreRow, type StoreWrite } from '../effect.ts';
import type { Genesis } from '../genesis.ts';
import { type Handover, noHandover } from '../handover/handover.ts';
import { type Keyring, seatIn } from '../handover/keyring.ts';
import { storedLate } from '../handover/late.ts';
import { formatDigest, ledgerDigest, textHash } from '../ledger/digest.ts';
import {
  applyChanges,
  EMPTY_LEDGER,
  type Ledger,
  type RecordChange,
  TABLE_NAMES,
  type TableName,
} from '../ledger/ledger.ts';
import type { PrunePolicy } from '../pruning/policy.ts';
import {
  FROZEN_KEY,
  HANDOVER_PREFIX,
  PRUNED_KEY,
  PRUNING_PREFIX,
  SERVED_KEY,
} from '../store-keys.ts';
import type { PrunedUpTo } from './pruning.ts';
import {
  genesisRecords,
  type Pruning,
  type ValidatorState,
  withHandover,
  withLedger,
} from './state.ts';
import { recordWrite } from './submit-transaction.ts';

/** The key of the hash of the genesis that a store began with. */
const GENESIS_KEY = 'genesis';

/**
 * The ranges that a validator loads into memory at startup. Certificates and indexes stay in the
 * store.
 */
export const VALIDATOR_RECOVERY: readonly StoreRange[] = [
  ...TABLE_NAMES.map((table) => rangeUnder(`${table}/`)),
  rangeUnder(HANDOVER_PREFIX),
  rangeUnder(PRUNING_PREFIX),
  // The space is the first character of the alphabet of keys.
  { from: GENESIS_KEY, to: `${GENESIS_KEY} ` },
];

/** The store began with another genesis, so it belongs to another network. */
export class GenesisMismatch extends Error {
  override readonly name = 'GenesisMismatch';
  readonly code = 'GenesisMismatch';
  readonly expected: string;
  readonly found: string;

  constructor(expected: string, found: string) {
    super(`the store began with genesis ${found}, this network has ${expected}`);
    this.expected = expected;
    this.found = found;
  }
}

/** A validator after startup, and what must be durable before it handles any message. */
export interface Recovered {
  readonly state: ValidatorState;
  /** Empty unless the store is new. */
  readonly writes: readonly StoreWrite[];
}

/**
 * Builds a validator's state from the rows of its store. A new store begins with genesis.
 *
 * Without keys the validator has no seat; readers that only inspect a store use this. Without a
 * prune policy it keeps every certificate.
 *
 * @throws GenesisMismatch for the store of another network.
 */
export function recoverValidator(
  genesis: Genesis,
  rows: Iterable<StoreRow>,
  keys: Keyring = NO_KEYS,
  prune?: PrunePolicy,
): Recovered {
  const beginning = genesisRecords(genesis);
  const expected = genesisHash(genesis, beginning);
  const { changes, beside } = sorted(rows);
  const found = beside.get(GENESIS_KEY);
  const served = (beside.get(SERVED_KEY) as number | undefined) ?? 0;
  const prunedUpTo = beside.get(PRUNED_KEY) as PrunedUpTo | undefined;
  const isNew = found === undefined && changes.length === 0;
  if (!isNew && found !== expected) throw new GenesisMismatch(expected, String(found ?? 'none'));
  const state = begin(genesis, applyChanges(EMPTY_LEDGER, isNew ? beginning : changes), keys, {
    served,
    isFrozen: beside.get(FROZEN_KEY) === served,
    ...storedLate(beside.keys()),
  });
  return {
    state: prune === undefined ? state : { ...state, pruning: beginPruning(prune, prunedUpTo) },
    writes: isNew ? [...beginning.map(recordWrite), { key: GENESIS_KEY, value: expected }] : [],
  };
}

// Separates the records of the ledger from the other rows, which are returned by key.
function sorted(rows: Iterable<StoreRow>) {
  const changes: RecordChange[] = [];
  const beside = new Map<string, unknown>();
  for (const { key, value } of rows) {
    const change = recordChange(key, value);
    if (change === undefined) beside.set(key, value);
    else changes.push(change);
  }
  return { changes, beside };
}

// With a smaller keepPerAccount than before, certificates at positions already passed may go now:
// pruning starts over.
function beginPruning(policy: PrunePolicy, upTo: PrunedUpTo | undefined): Pruning {
  const isFurther = upTo !== undefined && policy.keepPerAccount >= upTo.keepPerAccount;
  return { policy, next: isFurther ? upTo.next : 0n, isUnderWay: false };
}

// The progress of a merge is not stored, so a merge begins again after a restart.
function begin(
  genesis: Genesis,
  ledger: Ledger,
  keys: Keyring,
  kept: Pick<Handover, 'served' | 'isFrozen' | 'late' | 'unshown'>,
): ValidatorState {
  const committees = [genesis.committee];
  const handover = noHandover(undefined);
  const pruning = undefined;
  const status = 'retired';
  const state = withLedger({ genesis, committees, status, ledger, handover, pruning }, ledger);
  const committee = state.committees[kept.served];
  const seat = committee === undefined ? undefined : seatIn(committee, keys);
  return withHandover(state, { ...handover, ...kept, seat });
}

/**
 * Picks the changed ledger records out of a validator's writes; the rest are certificates and
 * indexes.
 */
export function ledgerChanges(writes: readonly StoreWrite[]): readonly RecordChange[] {
  const changes: RecordChange[] = [];
  for (const { key, value } of writes) {
    const change = recordChange(key, value);
    if (change !== undefined) changes.push(change);
  }
  return changes;
}

// Endpoints are left out: a network whose validators move stays the same network.
function genesisHash(
  { networkId, committee, fees, acceptsUnversioned, genesisTimeNanos, minRequestAgeNanos }: Genesis,
  beginning: readonly RecordChange[],
): string {
  return textHash(
    stringifyJson([
      networkId,
      committee.members.map(({ validator, operator }) => [validator.address, operator ?? null]),
      fees === undefined ? null : [fees.account, fees.defaultToken, ...sortedEntries(fees.amounts)],
      acceptsUnversioned,
      genesisTimeNanos,
      minRequestAgeNanos,
      formatDigest(ledgerDigest(applyChanges(EMPTY_LEDGER, beginning))),
    ]),
  );
}

function sortedEntries(amounts: Readonly<Record<string, bigint>>): readonly (string | bigint)[] {
  return Object.entries(amounts)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flat();
}

const NO_KEYS: Keyring = { find: () => undefined };

// JavaScript engines compare a name cut out of a longer string slowly, and these literals fast.
const TABLES: ReadonlyMap<string, TableName> = new Map(TABLE_NAMES.map((name) => [name, name]));

// A store also holds certificates and indexes, which are never in memory.
function recordChange(key: string, value: unknown): RecordChange | undefined {
  const slash = key.indexOf('/');
  const table = TABLES.get(key.slice(0, slash));
  return table === undefined
    ? undefined
    : ({ table, key: key.slice(slash + 1), value } as RecordChange);
}
