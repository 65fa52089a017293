import type { Result } from '@quorate/core';
import type { TransactionId } from '@quorate/protocol';
import type { ValidatorObservation } from '../ops/activity.ts';

/** What became of one transaction, and when; times in nanoseconds since the Unix epoch. */
export interface TransactionTrace {
  readonly transactionId: TransactionId;
  /** Validator to the time it signed. */
  readonly signed: ReadonlyMap<string, bigint>;
  /** Validator to the time it settled. */
  readonly settled: ReadonlyMap<string, bigint>;
}

/** Keeps what became of the latest transactions. */
export interface Traces {
  observe(observation: ValidatorObservation): void;
  get(id: TransactionId): TransactionTrace | undefined;
  /** Calls back after every change until the returned function is called. */
  onChange(listener: () => void): () => void;
  /** When anything was signed or settled last; 0 where nothing was. */
  lastChange(): bigint;
}

/** How many transactions are remembered. */
const TRACES_MAX = 5000;

interface Entry extends TransactionTrace {
  readonly signed: Map<string, bigint>;
  readonly settled: Map<string, bigint>;
}

/** Creates traces of nothing. */
export function createTraces(now: () => bigint): Traces {
  const entries = new Map<TransactionId, Entry>();
  const listeners = new Set<() => void>();
  let lastChange = 0n;

  function entryOf(transactionId: TransactionId): Entry {
    const known = entries.get(transactionId);
    if (known !== undefined) return known;
    const entry = { transactionId, signed: new Map(), settled: new Map() };
    entries.set(transactionId, entry);
    const [oldest] = entries.keys();
    if (entries.size > TRACES_MAX && oldest !== undefined) entries.delete(oldest);
    return entry;
  }

  function note(node: string, { type, transactionId }: Noted): void {
    lastChange = now();
    const { signed, settled } = entryOf(transactionId);
    (type === 'Signed' ? signed : settled).set(node, lastChange);
    for (const listener of [...listeners]) listener();
  }

  return {
    observe({ node, input, before, after, effects }) {
      if (before === after || input.type !== 'Message') return;
      for (const effect of effects) {
        if (effect.type === 'Reply' && isNoted(effect.result)) note(node, effect.result);
      }
    },
    get: (id) => entries.get(id),
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    lastChange: () => lastChange,
  };
}

type Noted = Extract<Result, { readonly type: 'Signed' | 'Settled' }>;

function isNoted(result: Result): result is Noted {
  return result.type === 'Signed' || result.type === 'Settled';
}
