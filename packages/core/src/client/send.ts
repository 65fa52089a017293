import { type TransactionEnvelope, transactionId } from '@quorate/protocol';
import type { Effect } from '../effect.ts';
import type { ClientState, InFlight } from './state.ts';

/** The client's only timer. */
export const RETRY_TIMER = 'retry';

/**
 * Sends what is in flight to the proxy, and sets the timer for sending it again. The wait doubles.
 */
export function send(
  { proxy, timings }: ClientState,
  inFlight: InFlight,
  now: bigint,
): readonly Effect<never>[] {
  const { envelope, witnesses, retries } = inFlight;
  const doubled = timings.retryNanos << BigInt(Math.min(retries, 30));
  const wait = doubled < timings.retryNanosMax ? doubled : timings.retryNanosMax;
  const requestId = requestIdOf(inFlight);
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

/** Gives the request id of one attempt. It differs from all ids used before a restart. */
export function requestIdOf({
  envelope,
  takenUpAt,
  attempt,
}: Pick<InFlight, 'envelope' | 'takenUpAt' | 'attempt'>): string {
  return `${requestPrefixOf(envelope.transaction)}${takenUpAt}:${attempt}`;
}

/** Reads the number of the attempt from a request id; -1 for one before a restart. */
export function attemptIn({ envelope, takenUpAt }: InFlight, requestId: string): number {
  const prefix = `${requestPrefixOf(envelope.transaction)}${takenUpAt}:`;
  return requestId.startsWith(prefix) ? Number(requestId.slice(prefix.length)) : -1;
}

/** Gives the common prefix of the request ids of all attempts at one transaction. */
export function requestPrefixOf(transaction: TransactionEnvelope['transaction']): string {
  return `submit:${transactionId(transaction)}:`;
}
