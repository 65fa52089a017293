import { NATIVE_TOKEN_ID, type Transaction } from '@quorate/protocol';
import { type NodeName, reply } from '../effect.ts';
import { Scratch } from '../ledger/scratch.ts';
import { type CheckTransaction, type Result, rejected } from '../message.ts';
import { preCheck } from './pre-checks.ts';
import { firstAnswer, type ValidatorEnv } from './rule-types.ts';
import type { ValidatorState, ValidatorStep } from './state.ts';
import { pendingOn } from './submission-checks.ts';
import { open } from './submit-transaction.ts';

/** The answer about a transaction that was damaged on its way. */
const OTHER_TRANSACTION = rejected({
  code: 'InvalidRequest',
  rule: 'V1',
  reason: 'the transaction is not the one that is meant',
});

/**
 * Says how this validator would answer a submission, without signing or locking anything (rule P5).
 *
 * Besides V1 to V7 it checks what a validator would sign but a proxy should not send. These extra
 * checks are skipped for a transaction that the lock already holds: if this validator signed it,
 * the answer is that signature; if a handover left it here because a member of the previous
 * committee had signed it, the answer says so (rule P4).
 */
export function checkTransaction(
  state: ValidatorState,
  from: NodeName,
  { requestId, envelope, transactionId: meant, asksBalance }: CheckTransaction,
  env: ValidatorEnv,
): ValidatorStep {
  const answer = (result: Result) => ({ state, effects: [reply(from, requestId, result)] });
  const submission = open(state, envelope, env, true);
  if ('rejection' in submission) return answer(submission);
  const { id: transactionId } = submission.facts;
  if (meant !== undefined && meant !== transactionId) return answer(OTHER_TRANSACTION);
  const isHeld = pendingOn(submission.account, submission.facts) !== undefined;
  const refusal =
    firstAnswer(env.rules.submission, submission) ?? (isHeld ? undefined : preCheck(submission));
  if (refusal !== undefined) return answer(refusal);
  const balance = asksBalance && balanceOf(state, submission.transaction);
  return answer({
    type: 'Admissible',
    transactionId,
    ...(isHeld ? { isHeld } : {}),
    ...(balance === undefined ? {} : { balance }),
  });
}

function balanceOf({ ledger }: ValidatorState, { sender }: Transaction): bigint {
  return new Scratch(ledger).balance(sender, NATIVE_TOKEN_ID);
}
