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
  if (taken.state.status === 'active' || taken.state === state) {
    const persist = { type: 'Persist', writes: taken.writes } as const;
    return { state: taken.state, effects: env.rules.order(persist, answer) };
  }
  const moved = advance(taken.state, env);
  const persist = { type: 'Persist', writes: [...taken.writes, ...moved.writes] } as const;
  return {
    state: moved.state,
    effects: [...env.rules.order(persist, answer), ...moved.effects],
  };
}
