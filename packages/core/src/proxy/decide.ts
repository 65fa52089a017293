import type { Rejection } from '@quorate/protocol';
import type { Answer } from './answer.ts';
import { driveHeld } from './drive.ts';
import { mintRemoved } from './mint-removed.ts';
import { decidingRefusal, quorumUnreachable } from './outcome.ts';
import type { ProxyEnv } from './rule-types.ts';
import type { ProxyState, ProxyStep, Submission } from './state.ts';
import { fail, put } from './submission.ts';

/** Ends an attempt that validators refuse for good, or goes on with it (rule P4). */
export function decide(state: ProxyState, submission: Submission, env: ProxyEnv): ProxyStep {
  const refusal = decidingRefusal(state, submission, env);
  if (refusal === undefined) return { state: put(state, submission), effects: [] };
  // Where some validator signed, the nonce is taken at that validator: no refusal is final then.
  if (env.rules.isHalfSigned(state, submission)) {
    return fail(state, submission, halfSigned({ state, env }, submission, refusal));
  }
  const failed = fail(state, submission, refusal);
  const driven = driveHeld(failed.state, submission, env);
  return { state: driven.state, effects: [...failed.effects, ...driven.effects] };
}

function halfSigned(
  context: Pick<Answer, 'state' | 'env'>,
  submission: Submission,
  refusal: Rejection,
): Rejection {
  const removed = mintRemoved(context, submission, refusal);
  if (removed === undefined) {
    return quorumUnreachable(submission, `refused with ${refusal.code}`, context.env.rules);
  }
  const reason = 'the sender was removed from the mints before a quorum had signed (rule D5)';
  return { ...quorumUnreachable(submission, reason, context.env.rules), mintRemoved: removed };
}
