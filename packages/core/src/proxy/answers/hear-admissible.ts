import type { Result } from '../../message.ts';
import { beginSigning } from '../checking.ts';
import { decide } from '../refusals/decide.ts';
import { doneCount } from '../refusals/outcome.ts';
import type { ProxyStep } from '../state.ts';
import { withDone } from '../submission.ts';
import { type Answer, ignored } from './answer.ts';
import { hearOutdated } from './hear-outdated.ts';
import { lastingIn } from './lasting.ts';

type Admissible = Extract<Result, { readonly type: 'Admissible' }>;

/**
 * Handles a validator's word that it would sign; at a quorum the broadcast starts.
 *
 * A validator that would sign has not signed, so refusals by others may still be final (rule P4).
 * But if a handover left it with the transaction, somebody has signed: then checking is over (rule
 * P5).
 */
export function hearAdmissible(answer: Answer, result: Admissible): ProxyStep {
  const { state, env, submission, member, asked } = answer;
  const { address } = member.validator;
  const isExpected = asked.purpose === 'check' && submission.phase === 'checking';
  const progress = submission.progress[address];
  if (progress === undefined || result.transactionId !== submission.facts.id) {
    return ignored(answer);
  }
  if (!isExpected || !env.rules.isLatest(progress, asked.index)) {
    return hearOutdated(answer, result);
  }
  const { holds } = lastingIn(result, progress, submission);
  const admitted = withDone(submission, address, { admits: true, holds });
  const isEnough =
    doneCount(admitted, 'checking') >= env.rules.quorum(state.committee.members.length);
  return isEnough || result.isHeld === true
    ? beginSigning(state, admitted, env.now)
    : decide(state, admitted, env);
}
