import type { TransactionId } from '@quorate/protocol';
import type { Effect } from '../effect.ts';
import type { ProxyResume, ProxyState, Submission } from './state.ts';

const PREFIX = 'retry:';

/** Names the timer of a submission. */
export function retryTimerId(id: TransactionId): string {
  return PREFIX + id;
}

/** Reads a timer's name back; undefined for one of another kind. */
export function readRetryTimerId(id: string): TransactionId | undefined {
  return id.startsWith(PREFIX) ? (id.slice(PREFIX.length) as TransactionId) : undefined;
}

/**
 * Sets the time of the next repetition: the wait doubles, with up to a quarter of jitter, and ends
 * early where a deadline comes first.
 *
 * The jitter is read from the transaction id, because a step machine draws no random number.
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
