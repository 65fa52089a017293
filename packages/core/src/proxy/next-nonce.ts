import type { Address, Rejection } from '@quorate/protocol';
import { receiveEnvelope } from '../open-envelope.ts';

/**
 * Reads from a refusal which nonce of an account is the next at the validator that refuses; undefined where
 * it does not say.
 *
 * What it holds is at that nonce, and it names what it holds before it looks at the nonce (rules V4, V5).
 */
export function nextNonceIn(refusal: Rejection | undefined, sender: Address): bigint | undefined {
  switch (refusal?.code) {
    case 'UnexpectedNonce':
      return refusal.expectedNonce;
    case 'PreviousTransactionMustBeConfirmedFirst':
      return refusal.pending.flatMap((envelope) => {
        const held = receiveEnvelope(envelope);
        if ('rejection' in held || held.facts.transaction.sender !== sender) return [];
        return [held.facts.transaction.nonce];
      })[0];
    default:
      return undefined;
  }
}
