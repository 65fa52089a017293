import type { Rejection } from '@quorate/protocol';
import type { Result } from '../../message.ts';
import { isCopyOf } from '../../open-envelope.ts';
import { nextNonceIn } from '../catch-up/next-nonce.ts';
import type { Progress, Submission } from '../state.ts';

/**
 * P4: gives what is known of a validator for good once it answers: that it holds the transaction,
 * or is past its nonce. A later answer may not repeat it, or may be an older one that comes later.
 */
export function lastingIn(
  result: Result,
  { holds, isPast }: Pick<Progress, 'holds' | 'isPast'>,
  { facts }: Pick<Submission, 'facts'>,
): Pick<Progress, 'holds' | 'isPast'> {
  if (result.type === 'Admissible') {
    const tellsOfThis = result.transactionId === facts.id;
    return { holds: holds || (tellsOfThis && result.isHeld === true), isPast };
  }
  if (result.type !== 'Rejected') return { holds, isPast };
  const refusal = result.rejection;
  const { sender, nonce } = facts.transaction;
  return {
    holds: holds || tellsOfHolding(refusal, facts),
    isPast: isPast || (nextNonceIn(refusal, sender) ?? nonce) > nonce,
  };
}

// A validator may hold it as one of two rivals in a contest: members of the previous committee have
// signed it, perhaps enough of them.
function tellsOfHolding(refusal: Rejection, facts: Submission['facts']): boolean {
  switch (refusal.code) {
    case 'NonSubmittableOperation':
      return refusal.isHeld === true;
    case 'PreviousTransactionMustBeConfirmedFirst':
      return refusal.pending.some((envelope) => isCopyOf(facts.id, envelope));
    default:
      return false;
  }
}
