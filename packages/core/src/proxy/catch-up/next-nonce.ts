import type { Address, Rejection } from '@quorate/protocol';
import { receiveEnvelope } from '../../open-envelope.ts';
import { isAboutCopy } from '../refusals/about-copy.ts';
import type { ProxyRules } from '../rule-types.ts';
import type { Progress, ProxyState, Submission } from '../state.ts';

/**
 * Reads from a refusal the next nonce of an account at the refusing validator; undefined when the
 * refusal does not show it.
 *
 * A validator reports a pending transaction before it checks the nonce, and that transaction is at
 * the next nonce (rules V4, V5).
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
 * P4: tells whether the nonce may already be used, by this very transaction: some validator has
 * reported a later nonce, in this epoch or before, or reports none because it is between epochs;
 * and the nonce is not known to be free.
 */
export function mayBeUsed(
  state: Pick<ProxyState, 'committee' | 'committees'>,
  submission: Pick<Submission, 'envelope' | 'facts' | 'progress' | 'wasPast'>,
  rules: Pick<ProxyRules, 'faultyMax'>,
): boolean {
  const isHinted = submission.wasPast || Object.values(submission.progress).some(mayBePast);
  return isHinted && !isUnused(state, submission, rules);
}

/**
 * P4: tells whether the nonce is known to be free: at least 2f + 1 validators would sign there, or
 * refuse without reporting a later nonce. Even if f of them lie, too few others are left for a
 * quorum that has certified anything there.
 */
export function isUnused(
  state: Pick<ProxyState, 'committee' | 'committees'>,
  submission: Pick<Submission, 'envelope' | 'facts' | 'progress'>,
  { faultyMax }: Pick<ProxyRules, 'faultyMax'>,
): boolean {
  const free = Object.values(submission.progress).filter((progress) => {
    const { admits, refusal } = progress;
    const hasLooked = refusal === undefined ? admits : !isAboutCopy(refusal, submission, state);
    return hasLooked && !mayBePast(progress);
  });
  return free.length > 2 * faultyMax(state.committee.members.length);
}

function mayBePast({ isPast, refusal }: Progress): boolean {
  return isPast || (refusal !== undefined && saysNothing(refusal));
}

/**
 * Tells whether the refusing validator is between epochs: it does not look at the nonce then (V4).
 */
export function saysNothing({ code }: Rejection): boolean {
  return code === 'EpochEnding';
}
