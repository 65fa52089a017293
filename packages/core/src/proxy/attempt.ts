import type { TransactionId } from '@quorate/protocol';
import { VersionedMap } from '../versioned-map.ts';

/** The most transactions whose attempts are counted each for itself. */
const COUNTED_MAX = 1_024;

/**
 * The numbers of attempts since the proxy started. Two attempts of one transaction never have one
 * number. Those of different transactions have nothing to do with each other, so that the order in
 * which a proxy is asked for them makes no difference.
 */
export interface Attempts {
  /** The next number of each transaction of which an attempt has ended lately. */
  readonly next: VersionedMap<TransactionId, number>;
  /** The next number of all others; greater than any number that was forgotten. */
  readonly others: number;
}

/** Gives what there is before any attempt has ended. */
export function noAttempts(): Attempts {
  return { next: VersionedMap.empty(), others: 0 };
}

/** Gives the number of the next attempt of a transaction. */
export function nextAttempt({ next, others }: Attempts, id: TransactionId): number {
  return next.get(id) ?? others;
}

/** Notes that an attempt with this number has ended. */
export function withEnded(
  { next, others }: Attempts,
  id: TransactionId,
  attempt: number,
): Attempts {
  const counted = next.set(id, attempt + 1);
  if (counted.size <= COUNTED_MAX) return { next: counted, others };
  let last = others;
  counted.each((number) => {
    last = Math.max(last, number);
  });
  return { next: VersionedMap.empty(), others: last };
}
