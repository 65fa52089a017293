import { isDeepStrictEqual } from 'node:util';
import {
  type Ledger,
  ledgerChanges,
  rangeUnder,
  type StoreWrite,
  type ValidatorState,
} from '@quorate/core';
import { counted } from '@quorate/protocol';
import { EVERY_KEY, type Store } from '@quorate/storage';

/**
 * What a history writes besides what the digest covers: indexes, counts, whose signatures were
 * seen.
 */
export interface MadeRows {
  /** Records what one certificate of the history writes. */
  note(writes: readonly StoreWrite[]): void;
  /**
   * Lists, one line each, where a store differs from what the whole history wrote. `replayed` is
   * the state that the history leads to. This compares only what no digest covers; whose signatures
   * were seen is compared only if all certificates are the store's own.
   *
   * @throws StoreError `Corrupt`
   */
  faults(store: Store<unknown>, states: ReplayedAndStored): readonly string[];
}

/** The state to which a history leads, and the state in the store. */
export interface ReplayedAndStored {
  readonly replayed: ValidatorState;
  readonly stored: ValidatorState;
  /**
   * Whether each certificate was the store's own: one from another store may have other signatures.
   */
  readonly isOwn: boolean;
}

/** The lists of jobs by party and status: the only index in which rows are also removed. */
const JOBS = 'jobs/';

/**
 * What is not part of the history: it contradicts it, is checked by its shape, or is a single row.
 */
const BESIDE = ['conflict', 'genesis', 'handover', 'pruning', 'snapshot'];

/** Creates the rows of an empty history. */
export function createMadeRows(): MadeRows {
  const counts = new Map<string, number>();
  const jobs = new Map<string, unknown>();
  return {
    note(writes) {
      for (const write of writes) {
        const { key, value } = write;
        if (ledgerChanges([write]).length > 0) continue;
        if (!key.startsWith(JOBS)) add(counts, tableOf(key));
        else if (value === undefined) jobs.delete(key);
        else jobs.set(key, value);
      }
    },
    faults: (store, { replayed, stored, isOwn }) => [
      ...jobFaults(store, jobs),
      ...countFaults(store, counts, stored.ledger),
      ...creditFaults(replayed.ledger, stored.ledger),
      ...(isOwn ? signerFaults(replayed.ledger, stored.ledger) : []),
    ],
  };
}

function tableOf(key: string): string {
  const slash = key.indexOf('/');
  return slash === -1 ? key : key.slice(0, slash);
}

function add(counts: Map<string, number>, table: string): void {
  counts.set(table, (counts.get(table) ?? 0) + 1);
}

function jobFaults(store: Store<unknown>, made: ReadonlyMap<string, unknown>): readonly string[] {
  const held = new Map(store.scan(rangeUnder(JOBS)));
  return [...new Set([...made.keys(), ...held.keys()])]
    .filter((key) => !isDeepStrictEqual(held.get(key), made.get(key)))
    .map((key) => `the row ${key} is not what the history makes it`);
}

// Each written row has been checked, so surplus rows come from elsewhere.
function countFaults(
  store: Store<unknown>,
  made: ReadonlyMap<string, number>,
  tables: Ledger,
): readonly string[] {
  const held = new Map<string, number>();
  for (const [key] of store.scan(EVERY_KEY)) add(held, tableOf(key));
  return [...held]
    .filter(([table]) => !Object.hasOwn(tables, table) && !BESIDE.includes(table))
    .filter(([table, count]) => `${table}/` !== JOBS && count > (made.get(table) ?? 0))
    .map(
      ([table, count]) =>
        `it holds ${counted(count, 'row')} of ${table}, and its history makes ${made.get(table) ?? 0}`,
    );
}

function creditFaults(replayed: Ledger, stored: Ledger): readonly string[] {
  const faults: string[] = [];
  const compare = (address: string): void => {
    const made = replayed.account.get(address)?.creditCount ?? 0;
    const held = stored.account.get(address)?.creditCount ?? 0;
    if (made !== held) faults.push(`it counts ${held} credits of ${address}, of ${made}`);
  };
  replayed.account.each((_, address) => compare(address));
  stored.account.each((_, address) => {
    if (replayed.account.get(address) === undefined) compare(address);
  });
  return faults;
}

function signerFaults(replayed: Ledger, stored: Ledger): readonly string[] {
  const faults: string[] = [];
  replayed.signer.each((_, address) => {
    if (stored.signer.get(address) === undefined)
      faults.push(`the row signer/${address} is missing`);
  });
  stored.signer.each((_, address) => {
    if (replayed.signer.get(address) === undefined)
      faults.push(`the row signer/${address} is of nobody who has signed for an account`);
  });
  return faults;
}
