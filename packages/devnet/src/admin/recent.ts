import { factsOf, type TransactionId } from '@quorate/protocol';
import type { Journal, JournalEntry } from './journal.ts';
import type { Traces, TransactionTrace } from './traces.ts';

/** What is known of one of the latest transactions. */
export interface RecentTransaction {
  readonly trace: TransactionTrace;
  /**
   * Absent if the proxy was not handed it of late, as clients may turn to validators themselves, or
   * if what it was handed since has more than `RECENT_BYTES_MAX`.
   */
  readonly entry: JournalEntry | undefined;
}

/** What the latest transactions are known from. */
export interface RecentGround {
  readonly journal: Journal;
  readonly traces: Traces;
}

/** The most transactions that are told at once. */
export const RECENT_MAX = 200;

/**
 * The most bytes of submitted transactions that are told at once. The dashboard asks each second,
 * and each answer decodes them all: fifty of 64 KiB would take the devnet a third of a second.
 */
export const RECENT_BYTES_MAX = 256 * 1024;

/**
 * Gives the transactions that were submitted, signed or settled last, the newest first; what was
 * submitted more than once counts once, as of the last time.
 */
export function recentTransactions(
  { journal, traces }: RecentGround,
  count: number,
): readonly RecentTransaction[] {
  const entries = new Map<TransactionId, JournalEntry | undefined>();
  for (const { transactionId } of traces.latest(count)) entries.set(transactionId, undefined);
  for (const entry of journal.entries(count, RECENT_BYTES_MAX)) {
    entries.set(factsOf(entry.envelope.transaction).id, entry);
  }
  return [...entries]
    .map(([id, entry]) => ({ trace: traces.get(id) ?? untraced(id), entry }))
    .toSorted((a, b) => Number(beginOf(b) - beginOf(a)))
    .slice(0, count);
}

function untraced(transactionId: TransactionId): TransactionTrace {
  return { transactionId, signed: new Map(), settled: new Map() };
}

function beginOf({ trace: { signed, settled }, entry }: RecentTransaction): bigint {
  const [first = 0n] = [...signed.values(), ...settled.values()];
  return entry?.at ?? first;
}
