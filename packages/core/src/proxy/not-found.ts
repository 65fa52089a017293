import type { PrunedCertificate } from '@quorate/protocol';
import type { CommitteeMember } from '../committee.ts';
import { type Answer, ignored } from './answer.ts';
import { decide } from './decide.ts';
import type { Progress, ProxyStep } from './state.ts';
import { put, withProgress } from './submission.ts';

/**
 * Hears that a validator cannot show what another lacks: it may not be there at all, or the validator
 * has pruned it. Then somebody else may have it still, but it is no sign that it never was.
 */
export function notFound(
  answer: Answer,
  lagging: CommitteeMember,
  pruned: readonly PrunedCertificate[],
): ProxyStep {
  const { state, env, submission, member } = answer;
  const { address } = lagging.validator;
  const [gone] = pruned;
  if (gone !== undefined) {
    const noted = withProgress(submission, address, (progress) => withPruned(progress, gone));
    return { state: put(state, noted), effects: [] };
  }
  const unfound = submission.progress[address]?.unfound ?? [];
  if (unfound.includes(member.validator.address)) return ignored(answer);
  const noted = withProgress(submission, address, (progress) => ({
    ...progress,
    unfound: [...unfound, member.validator.address],
  }));
  return decide(state, noted, env);
}

/** How many certificates that are gone are noted for each validator that lacks them. */
const PRUNED_MAX = 20;

function withPruned(progress: Progress, gone: PrunedCertificate): Progress {
  const { pruned } = progress;
  const isKnown = pruned.some(({ transactionId }) => transactionId === gone.transactionId);
  return isKnown || pruned.length >= PRUNED_MAX
    ? progress
    : { ...progress, pruned: [...pruned, gone] };
}
