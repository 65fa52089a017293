import { driveHeld } from '../catch-up/drive.ts';
import { isUnused } from '../catch-up/next-nonce.ts';
import type { ProxyEnv } from '../rule-types.ts';
import type { ProxyState, ProxyStep, Submission } from '../state.ts';
import { fail, put } from '../submission.ts';
import { decidingRefusal, isHalfSigned } from './outcome.ts';
import { unreachable } from './unreachable.ts';

/** Ends an attempt that validators refuse for good; otherwise continues it (rule P4). */
export function decide(state: ProxyState, submission: Submission, env: ProxyEnv): ProxyStep {
  const { rules } = env;
  const refusal = decidingRefusal(state, submission, env);
  if (refusal === undefined) return { state: put(state, submission), effects: [] };
  if (!rules.mayBeSigned(state, submission)) {
    // f of the f + 1 that refuse may lie, and the other may lag. So another validator may have
    // signed or settled it, unless the nonce is known to be free.
    if (!isUnused(state, submission, rules)) return { state: put(state, submission), effects: [] };
    const failed = fail(state, submission, refusal);
    const driving = driveHeld(failed.state, submission, env);
    return { state: failed.state, effects: [...failed.effects, ...driving] };
  }
  // In the first round, further answers may still show who refuses and who signs.
  if (submission.retries === 0 && !isHalfSigned(state, submission)) {
    return { state: put(state, submission), effects: [] };
  }
  const reason = `refused with ${refusal.code}`;
  return fail(state, submission, unreachable({ state, env }, submission, reason));
}
