import { type TransactionEnvelope, transactionId } from '@quorate/protocol';
import type { Effect } from '../effect.ts';
import type { ClientState, InFlight } from './state.ts';

/** Names the one timer of a client. */
export const RETRY_TIMER = 'retry';

/** Sends what is in flight to the proxy, and sets the time of the next repetition: waits double. */
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

/** Gives the id of one attempt's request; nothing that was asked in an earlier life has it. */
export function requestIdOf({ envelope, takenUpAt, attempt }: InFlight): string {
  return `${requestPrefixOf(envelope.transaction)}${takenUpAt}:${attempt}`;
}

/** Gives what the ids of all attempts at one transaction begin with. */
export function requestPrefixOf(transaction: TransactionEnvelope['transaction']): string {
  return `submit:${transactionId(transaction)}:`;
}
