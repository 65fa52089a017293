import type { TransactionId } from '@quorate/protocol';
import type { Deed } from '../ops/deeds.ts';

/** What was seen to become of one transaction, and when; times in nanoseconds since the Unix epoch. */
export interface TransactionTrace {
  readonly transactionId: TransactionId;
  /** Validator to the time it signed. */
  readonly signed: ReadonlyMap<string, bigint>;
  /** Validator to the time it settled. */
  readonly settled: ReadonlyMap<string, bigint>;
}

/** Keeps what was seen to become of the latest transactions. */
export interface Traces {
  /** Notes what a validator has just signed or settled. */
  note(node: string, noted: Noted): void;
  get(id: TransactionId): TransactionTrace | undefined;
  /** Forgets what a validator came to: its store was put back to what it held before. */
  forget(node: string): void;
  /** Calls back after everything that is noted until the returned function is called. */
  onDeed(listener: (id: TransactionId) => void): () => void;
  /** How long nothing was signed or settled, in milliseconds, whatever becomes of the host's clock. */
  idleMillis(): number;
}

/** What a validator came to for one transaction. */
export interface Noted extends Pick<Deed, 'type'> {
  readonly transactionId: TransactionId;
}

/** How many transactions are remembered. */
const TRACES_MAX = 5000;

interface Entry extends TransactionTrace {
  readonly signed: Map<string, bigint>;
  readonly settled: Map<string, bigint>;
}

/** Creates traces of nothing; `elapsed` counts milliseconds and never goes back. */
export function createTraces(
  now: () => bigint,
  elapsed: () => number = () => performance.now(),
): Traces {
  const entries = new Map<TransactionId, Entry>();
  const listeners = new Set<(id: TransactionId) => void>();
  let lastChange = elapsed();

  function entryOf(transactionId: TransactionId): Entry {
    const known = entries.get(transactionId);
    if (known !== undefined) return known;
    const entry = { transactionId, signed: new Map(), settled: new Map() };
    entries.set(transactionId, entry);
    const [oldest] = entries.keys();
    if (entries.size > TRACES_MAX && oldest !== undefined) entries.delete(oldest);
    return entry;
  }

  return {
    note(node, { type, transactionId }) {
      lastChange = elapsed();
      const { signed, settled } = entryOf(transactionId);
      (type === 'Signed' ? signed : settled).set(node, now());
      if (listeners.size > 0) for (const listener of [...listeners]) listener(transactionId);
    },
    get: (id) => entries.get(id),
    forget(node) {
      for (const { signed, settled } of entries.values()) {
        signed.delete(node);
        settled.delete(node);
      }
    },
    onDeed(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    idleMillis: () => elapsed() - lastChange,
  };
}
