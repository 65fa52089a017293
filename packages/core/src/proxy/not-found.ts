import type { CommitteeMember } from '../committee.ts';
import { type Answer, ignored } from './answer.ts';
import { decide } from './decide.ts';
import type { ProxyStep } from './state.ts';
import { withProgress } from './submission.ts';

/** Hears that a validator cannot show what another lacks: it may not be there at all. */
export function notFound(answer: Answer, lagging: CommitteeMember): ProxyStep {
  const { state, env, submission, member } = answer;
  const { address } = lagging.validator;
  const unfound = submission.progress[address]?.unfound ?? [];
  if (unfound.includes(member.validator.address)) return ignored(answer);
  const noted = withProgress(submission, address, (progress) => ({
    ...progress,
    unfound: [...unfound, member.validator.address],
  }));
  return decide(state, noted, env);
}
