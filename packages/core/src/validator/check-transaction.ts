import { type NodeName, reply } from '../effect.ts';
import type { CheckTransaction, Result } from '../message.ts';
import { preCheck } from './pre-checks.ts';
import { firstAnswer, type ValidatorEnv } from './rule-types.ts';
import type { ValidatorState, ValidatorStep } from './state.ts';
import { pendingOn } from './submission-checks.ts';
import { open } from './submit-transaction.ts';

/**
 * Says what would become of a transaction, without signing or locking anything (rule P5).
 *
 * Besides V1 to V7 it looks at what a validator signs and a proxy had better not send. A transaction
 * that is signed already is past that: its signature is the answer. So is one that a handover left
 * here, because a member of the committee before had signed it; whoever asks is told so (rule P4).
 */
export function checkTransaction(
  state: ValidatorState,
  from: NodeName,
  { requestId, envelope }: CheckTransaction,
  env: ValidatorEnv,
): ValidatorStep {
  const answer = (result: Result) => ({ state, effects: [reply(from, requestId, result)] });
  const submission = open(state, envelope, env);
  if ('rejection' in submission) return answer(submission);
  const isHeld = pendingOn(submission.account, submission.facts) !== undefined;
  const refusal =
    firstAnswer(env.rules.submission, submission) ?? (isHeld ? undefined : preCheck(submission));
  const { id: transactionId } = submission.facts;
  const admissible = { type: 'Admissible', transactionId } as const;
  return answer(refusal ?? (isHeld ? { ...admissible, isHeld } : admissible));
}
