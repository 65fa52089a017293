import type { Address, Rejection } from '@quorate/protocol';
import { receiveEnvelope } from '../open-envelope.ts';
import type { ProxyRules } from './rule-types.ts';
import type { Progress, ProxyState, Submission } from './state.ts';

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

/**
 * P4: tells whether the nonce of a transaction may be used, by this very one: a validator says that it is, or is
 * between epochs and does not say, and no quorum says that it is not, of whom one would have signed what is certified.
 */
export function mayBeUsed(
  { committee }: Pick<ProxyState, 'committee'>,
  { facts, progress }: Pick<Submission, 'facts' | 'progress'>,
  { quorum }: Pick<ProxyRules, 'quorum'>,
): boolean {
  const { sender, nonce } = facts.transaction;
  const isPast = (refusal: Rejection) => (nextNonceIn(refusal, sender) ?? nonce) > nonce;
  const mayBePast = ({ refusal }: Progress) =>
    refusal !== undefined && (saysNothing(refusal) || isPast(refusal));
  const all = Object.values(progress);
  if (!all.some(mayBePast)) return false;
  const contradicting = all.filter(
    (each) => (each.admits || each.refusal !== undefined) && !mayBePast(each),
  );
  return contradicting.length < quorum(committee.members.length);
}

/** Tells whether whoever refuses is between epochs: it looks at no nonce then (rule V4). */
export function saysNothing({ code }: Rejection): boolean {
  return code === 'EpochEnding';
}
