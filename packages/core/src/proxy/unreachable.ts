import type { Rejection } from '@quorate/protocol';
import type { Answer } from './answer.ts';
import { mintRemoved } from './mint-removed.ts';
import { countedRefusals, quorumUnreachable } from './outcome.ts';
import type { Submission } from './state.ts';

/**
 * Reports a quorum that cannot be reached (rule P8), and the removal of a mint where that is in its way
 * (rule D5).
 *
 * One validator that is up to date and refuses for it is enough to look: the removal itself is shown by
 * its certificate, and those that signed before it do not sign again.
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
