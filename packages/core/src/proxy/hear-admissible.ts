import type { Address } from '@quorate/protocol';
import type { Result } from '../message.ts';
import { type Answer, ignored } from './answer.ts';
import { beginSigning } from './checking.ts';
import { decide } from './decide.ts';
import type { ProxyStep, Submission } from './state.ts';
import { withDone } from './submission.ts';

type Admissible = Extract<Result, { readonly type: 'Admissible' }>;

/**
 * Handles a validator's word that it would sign; at a quorum the broadcast starts.
 *
 * A validator that would sign has not signed, so refusals by others may still be final (rule P4).
 * But if a handover left it with the transaction, somebody has signed: then checking is over (rule
 * P5).
 */
export function hearAdmissible(
  answer: Answer,
  { transactionId: id, isHeld }: Admissible,
): ProxyStep {
  const { state, env, submission, member, asked } = answer;
  const { address } = member.validator;
  const isExpected = asked.purpose === 'check' && submission.phase === 'checking';
  if (!isExpected || id !== submission.facts.id) return ignored(answer);
  const progress = submission.progress[address];
  if (progress === undefined || !env.rules.isLatest(progress, asked.index)) return ignored(answer);
  const admitted = withDone(submission, address, {
    admits: true,
    holds: progress.holds || isHeld === true,
  });
  const isEnough = admittingCount(admitted) >= env.rules.quorum(state.committee.members.length);
  return isEnough || isHeld === true
    ? beginSigning(state, admitted, env.now)
    : decide(state, admitted, env);
}

function admittingCount({ progress }: Submission): number {
  let count = 0;
  for (const validator in progress) if (progress[validator as Address]?.admits) count += 1;
  return count;
}
