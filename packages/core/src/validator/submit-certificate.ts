import { type NodeName, reply } from '../effect.ts';
import { advance } from '../handover/advance.ts';
import { beginLate } from '../handover/late.ts';
import type { SubmitCertificate } from '../message.ts';
import type { ValidatorEnv } from './rule-types.ts';
import type { ValidatorState, ValidatorStep } from './state.ts';
import { takeCertificate } from './take-certificate.ts';

/** Settles a delivered certificate and answers (rules S1 to S7). */
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
    // Nothing has settled; any writes are evidence of a conflict.
    const evidence = { type: 'Persist', writes: taken.writes } as const;
    return { state, effects: taken.writes.length === 0 ? [answer] : [evidence, answer] };
  }
  // The usual case: an active validator, and a certificate that was not late for a snapshot.
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
