import { nodeNameOf } from '../committee.ts';
import type { Effect, NodeName } from '../effect.ts';
import type { EpochStatus } from '../message.ts';
import { isServing, withServing } from './serving.ts';
import type { ProxyResume, ProxyState, ProxyStep } from './state.ts';
import { ask, put, withProgress } from './submission.ts';

/** Hears where a validator stands, and asks it afresh for what it refused before it served (rule P4). */
export function hearStatus(state: ProxyState, from: NodeName, { served }: EpochStatus): ProxyStep {
  const { committee } = state;
  const member = committee.members.find(({ validator }) => nodeNameOf(validator) === from);
  if (member === undefined || served < committee.epoch) return { state, effects: [] };
  const { address } = member.validator;
  if (isServing(state, address)) return { state, effects: [] };
  let next = withServing(state, address);
  const effects: Effect<ProxyResume>[] = [];
  for (const submission of state.submissions.values()) {
    if (submission.progress[address]?.refusal === undefined) continue;
    const asking = withProgress(submission, address, (progress) => ({
      ...progress,
      refusal: undefined,
      asking: progress.asking + 1,
    }));
    next = put(next, asking);
    effects.push(...ask(next, asking, [member]));
  }
  return { state: next, effects };
}
