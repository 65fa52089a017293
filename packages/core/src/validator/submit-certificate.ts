import { type NodeName, reply } from '../effect.ts';
import { advance } from '../handover/advance.ts';
import { beginLate } from '../handover/late.ts';
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
  // Nothing has settled: what is written is evidence.
  if (taken.state === state) {
    return { state, effects: [{ type: 'Persist', writes: taken.writes }, answer] };
  }
  const late = beginLate(state, taken.state, certificate, env);
  const writes = late.writes.length === 0 ? taken.writes : [...taken.writes, ...late.writes];
  if (late.state.status === 'active') {
    const answered = env.rules.order.S5({ type: 'Persist', writes }, answer);
    const { effects } = late;
    return {
      state: late.state,
      effects: effects.length === 0 ? answered : [...answered, ...effects],
    };
  }
  const moved = advance(late.state, env);
  const persist = { type: 'Persist', writes: [...writes, ...moved.writes] } as const;
  return {
    state: moved.state,
    effects: [...env.rules.order.S5(persist, answer), ...late.effects, ...moved.effects],
  };
}
