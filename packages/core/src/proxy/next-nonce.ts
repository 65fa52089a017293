import type { Address, Rejection } from '@quorate/protocol';
import { receiveEnvelope } from '../open-envelope.ts';
import { isAboutCopy } from './about-copy.ts';
import type { ProxyRules } from './rule-types.ts';
import type { ProxyState, Submission } from './state.ts';

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
 * between epochs and does not say, and not enough of them say that it is not.
 */
export function mayBeUsed(
  state: Pick<ProxyState, 'committee' | 'committees'>,
  submission: Pick<Submission, 'envelope' | 'facts' | 'progress'>,
  rules: Pick<ProxyRules, 'faultyMax'>,
): boolean {
  const isHinted = Object.values(submission.progress).some(
    ({ refusal }) => refusal !== undefined && mayBePast(refusal, submission),
  );
  return isHinted && !isUnused(state, submission, rules);
}

/**
 * P4: tells whether nothing can be certified at the nonce of a transaction: so many validators would sign there, or
 * refuse and say nothing else of the nonce, that f liars among them leave too few others for a quorum.
 */
export function isUnused(
  state: Pick<ProxyState, 'committee' | 'committees'>,
  submission: Pick<Submission, 'envelope' | 'facts' | 'progress'>,
  { faultyMax }: Pick<ProxyRules, 'faultyMax'>,
): boolean {
  const free = Object.values(submission.progress).filter(({ admits, refusal }) =>
    refusal === undefined
      ? admits
      : !mayBePast(refusal, submission) && !isAboutCopy(refusal, submission, state),
  );
  return free.length > 2 * faultyMax(state.committee.members.length);
}

function mayBePast(refusal: Rejection, { facts }: Pick<Submission, 'facts'>): boolean {
  const { sender, nonce } = facts.transaction;
  return saysNothing(refusal) || (nextNonceIn(refusal, sender) ?? nonce) > nonce;
}

/** Tells whether whoever refuses is between epochs: it looks at no nonce then (rule V4). */
export function saysNothing({ code }: Rejection): boolean {
  return code === 'EpochEnding';
}
