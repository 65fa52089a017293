import type { PrunedCertificate } from '@quorate/protocol';
import type { CommitteeMember } from '../../committee.ts';
import { type Answer, ignored } from '../answers/answer.ts';
import { decide } from '../refusals/decide.ts';
import type { Progress, ProxyStep } from '../state.ts';
import { NO_PROGRESS, put, withProgress } from '../submission.ts';
import { lackedStill } from './sought.ts';

/**
 * Notes that a validator cannot show what another one lacks. Either it does not have it, or it has
 * pruned it. In the second case somebody else may still have it, so that is no sign that it never
 * existed.
 */
export function notFound(
  answer: Answer,
  lagging: CommitteeMember,
  pruned: readonly PrunedCertificate[],
): ProxyStep {
  const { state, env, submission, member, asked } = answer;
  const { address } = lagging.validator;
  const [gone] = pruned;
  if (gone !== undefined) {
    const noted = withProgress(submission, address, (progress) => withPruned(progress, gone));
    return { state: put(state, noted), effects: [] };
  }
  const { sought } = asked;
  const validator = member.validator.address;
  const lacking = submission.progress[address] ?? NO_PROGRESS;
  const { unfound } = lacking;
  const isKnown = unfound.some((each) => each.validator === validator && each.sought === sought);
  if (isKnown || !lackedStill(lacking).includes(sought)) return ignored(answer);
  const noted = withProgress(submission, address, (progress) => ({
    ...progress,
    unfound: [...unfound, { validator, sought }],
  }));
  return decide(state, noted, env);
}

/** The most pruned certificates that are noted for each validator that lacks them. */
const PRUNED_MAX = 20;

function withPruned(progress: Progress, gone: PrunedCertificate): Progress {
  const { pruned } = progress;
  const isKnown = pruned.some(({ transactionId }) => transactionId === gone.transactionId);
  return isKnown || pruned.length >= PRUNED_MAX
    ? progress
    : { ...progress, pruned: [...pruned, gone] };
}
