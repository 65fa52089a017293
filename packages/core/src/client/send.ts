import { type TransactionEnvelope, transactionId } from '@quorate/protocol';
import type { Effect } from '../effect.ts';
import type { ClientState, InFlight } from './state.ts';

/** Names the one timer of a client. */
export const RETRY_TIMER = 'retry';

/** Sends what is in flight to the proxy, and sets the time of the next repetition: waits double. */
export function send(
  { proxy, timings }: ClientState,
  { envelope, witnesses, retries, attempt }: InFlight,
  now: bigint,
): readonly Effect<never>[] {
  const doubled = timings.retryNanos << BigInt(Math.min(retries, 30));
  const wait = doubled < timings.retryNanosMax ? doubled : timings.retryNanosMax;
  const requestId = requestIdOf(envelope, attempt);
  const given = witnesses.length === 0 ? {} : { witnessCertificates: witnesses };
  return [
    {
      type: 'Send',
      to: proxy,
      message: { type: 'SubmitTransaction', requestId, envelope, ...given },
    },
    { type: 'SetTimer', id: RETRY_TIMER, at: now + wait },
  ];
}

/** Gives the id of one attempt's request. */
export function requestIdOf({ transaction }: TransactionEnvelope, attempt: number): string {
  return `${requestPrefixOf(transaction)}${attempt}`;
}

/** Gives what the ids of all attempts at one transaction begin with. */
export function requestPrefixOf(transaction: TransactionEnvelope['transaction']): string {
  return `submit:${transactionId(transaction)}:`;
}
