import { keepLatest, type TransactionId } from '@quorate/protocol';
import type { Deed } from '../ops/deeds.ts';

/**
 * When which validators signed and settled one transaction, as observed; times in nanoseconds since
 * the Unix epoch.
 */
export interface TransactionTrace {
  readonly transactionId: TransactionId;
  /** By validator, the time at which it signed. */
  readonly signed: ReadonlyMap<string, bigint>;
  /** By validator, the time at which it settled. */
  readonly settled: ReadonlyMap<string, bigint>;
}

/** Keeps the traces of the latest transactions. */
export interface Traces {
  /** Records that a validator has just signed or settled a transaction. */
  note(node: string, noted: Noted): void;
  get(id: TransactionId): TransactionTrace | undefined;
  /** Gives at most this many: those that were first signed or settled last. */
  latest(count: number): readonly TransactionTrace[];
  /** Forgets what a validator did: its store was put back to an earlier state. */
  forget(node: string): void;
  /**
   * Calls the listener after each recorded event of one transaction, until the returned function is
   * called.
   */
  onDeed(id: TransactionId, listener: () => void): () => void;
  /**
   * How many milliseconds ago something was last signed or settled; independent of the host's
   * clock.
   */
  idleMillis(): number;
}

/** What a validator did with one transaction. */
export interface Noted extends Pick<Deed, 'type'> {
  readonly transactionId: TransactionId;
}

/** The most transactions to remember. */
const TRACES_MAX = 5000;

interface Entry extends TransactionTrace {
  readonly signed: Map<string, bigint>;
  readonly settled: Map<string, bigint>;
}

/** Hears what each validator does for the first time, once it is noted. */
export type TraceReader = (node: string, type: Noted['type'], trace: TransactionTrace) => void;

/**
 * Creates empty traces; `elapsed` counts milliseconds and never goes back, `read` hears what they
 * note.
 */
export function createTraces(
  now: () => bigint,
  elapsed: () => number = () => performance.now(),
  read: TraceReader = () => undefined,
): Traces {
  const entries = new Map<TransactionId, Entry>();
  // Thousands may wait, each for a transaction of its own.
  const listeners = new Map<TransactionId, Set<() => void>>();
  let lastChange = elapsed();

  function entryOf(transactionId: TransactionId): Entry {
    const known = entries.get(transactionId);
    if (known !== undefined) return known;
    const entry = { transactionId, signed: new Map(), settled: new Map() };
    keepLatest(entries, transactionId, entry, TRACES_MAX);
    return entry;
  }

  return {
    note(node, { type, transactionId }) {
      lastChange = elapsed();
      const entry = entryOf(transactionId);
      const times = type === 'Signed' ? entry.signed : entry.settled;
      const isNew = !times.has(node);
      times.set(node, now());
      if (isNew) read(node, type, entry);
      for (const listener of [...(listeners.get(transactionId) ?? [])]) listener();
    },
    get: (id) => entries.get(id),
    latest: (count) => [...entries.values()].slice(-count),
    forget(node) {
      for (const [id, { signed, settled }] of entries) {
        signed.delete(node);
        settled.delete(node);
        // Of a transaction that nobody knows any more there is nothing to tell, nor a time for it.
        if (signed.size + settled.size === 0) entries.delete(id);
      }
    },
    onDeed(id, listener) {
      const listening = listeners.get(id) ?? new Set();
      listeners.set(id, listening.add(listener));
      return () => {
        listening.delete(listener);
        if (listening.size === 0) listeners.delete(id);
      };
    },
    idleMillis: () => elapsed() - lastChange,
  };
}
