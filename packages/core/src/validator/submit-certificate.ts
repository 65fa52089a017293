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
  const late = beginLate(state, taken, certificate, env);
  if (taken.state === state && late === undefined) {
    // Nothing has settled: what is written is evidence.
    const evidence = { type: 'Persist', writes: taken.writes } as const;
    return { state, effects: taken.writes.length === 0 ? [answer] : [evidence, answer] };
  }
  // Nearly always: nothing but what settled.
  if (late === undefined && taken.state.status === 'active') {
    const persist = { type: 'Persist', writes: taken.writes } as const;
    return { state: taken.state, effects: env.rules.order.S5(persist, answer) };
  }
  const { state: settled, writes, effects } = late ?? { ...taken, writes: [], effects: [] };
  const moved = advance(settled, env);
  const all = [...taken.writes, ...writes, ...moved.writes];
  const answered = env.rules.order.S5({ type: 'Persist', writes: all }, answer);
  return { state: moved.state, effects: [...answered, ...effects, ...moved.effects] };
}
