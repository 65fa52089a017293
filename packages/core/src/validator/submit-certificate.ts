import { type NodeName, reply } from '../effect.ts';
import { advance } from '../handover/advance.ts';
import type { SubmitCertificate } from '../message.ts';
import type { ValidatorEnv } from './rule-types.ts';
import type { ValidatorState, ValidatorStep } from './state.ts';
import { takeCertificate } from './take-certificate.ts';

/** Settles a certificate that somebody delivered, and answers (rules S1 to S7). */
export function submitCertificate(
  state: ValidatorState,
  from: NodeName,
  { requestId, certificate }: SubmitCertificate,
  env: ValidatorEnv,
): ValidatorStep {
  const taken = takeCertificate(state, certificate, env);
  const answer = reply(from, requestId, taken.result);
  if (taken.writes.length === 0) return { state, effects: [answer] };
  const { writes } = taken;
  // Nothing has settled: what is written is evidence.
  if (taken.state === state) return { state, effects: [{ type: 'Persist', writes }, answer] };
  if (taken.state.status === 'active') {
    return { state: taken.state, effects: env.rules.order.S5({ type: 'Persist', writes }, answer) };
  }
  const moved = advance(taken.state, env);
  const persist = { type: 'Persist', writes: [...writes, ...moved.writes] } as const;
  return {
    state: moved.state,
    effects: [...env.rules.order.S5(persist, answer), ...moved.effects],
  };
}
