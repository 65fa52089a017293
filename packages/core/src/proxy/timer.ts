import type { TransactionId } from '@quorate/protocol';
import type { Effect } from '../effect.ts';
import type { ProxyResume, ProxyState, Submission } from './state.ts';

const PREFIX = 'retry:';

/** Gives the name of a submission's timer. */
export function retryTimerId(id: TransactionId): string {
  return PREFIX + id;
}

/** Reads the transaction id from a timer's name; undefined for any other timer. */
export function readRetryTimerId(id: string): TransactionId | undefined {
  return id.startsWith(PREFIX) ? (id.slice(PREFIX.length) as TransactionId) : undefined;
}

/**
 * Sets the timer for the next repetition. The wait doubles, with up to a quarter of jitter, and is
 * cut short at the deadline.
 *
 * The jitter comes from the transaction id, because a step machine draws no random numbers.
 */
export function retryTimer(
  { timings }: ProxyState,
  { facts, retries, deadline, waiting }: Submission,
  now: bigint,
): Effect<ProxyResume> {
  const doubled = timings.retryNanos << BigInt(Math.min(retries, 30));
  const wait = doubled < timings.retryNanosMax ? doubled : timings.retryNanosMax;
  const digits = facts.id.slice((2 * retries) % 60, ((2 * retries) % 60) + 2);
  const at = now + wait + (wait * BigInt(`0x${digits}`)) / 1024n;
  const beforeDeadline = waiting.length > 0 && deadline > now && deadline < at;
  return { type: 'SetTimer', id: retryTimerId(facts.id), at: beforeDeadline ? deadline : at };
}
