import type { Rejection } from '@quorate/protocol';
import type { Answer } from '../answers/answer.ts';
import type { Submission } from '../state.ts';
import { mintRemoved } from './mint-removed.ts';
import { countedRefusals, quorumUnreachable } from './outcome.ts';

/**
 * Reports a quorum that cannot be reached (rule P8), and the removal of a minter if that is the
 * reason (rule D5).
 *
 * One counted refusal is enough to look for a removal: its certificate proves it, and validators
 * that signed before it do not sign again.
 */
export function unreachable(
  context: Pick<Answer, 'state' | 'env'>,
  submission: Submission,
  reason: string,
): Rejection {
  const rejection = quorumUnreachable(context, submission, reason);
  if (!rejection.unsettled) return rejection;
  for (const { refusal } of countedRefusals(context, submission)) {
    const removed = mintRemoved(context, submission, refusal);
    if (removed === undefined) continue;
    return {
      ...rejection,
      reason: 'the sender was removed from the mints before a quorum had signed (rule D5)',
      mintRemoved: removed,
    };
  }
  return rejection;
}
