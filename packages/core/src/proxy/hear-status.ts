import { type CommitteeMember, memberAt } from '../committee.ts';
import type { Effect, NodeName } from '../effect.ts';
import type { EpochStatus } from '../message.ts';
import { askView } from './reads/read.ts';
import { isServing, withServing } from './serving.ts';
import type { ProxyResume, ProxyState, ProxyStep } from './state.ts';
import { ask, put, withNextAsking } from './submission.ts';

/** Notes that a member serves the current epoch; see `askAfresh` for what follows. */
export function hearStatus(state: ProxyState, from: NodeName, { served }: EpochStatus): ProxyStep {
  const { committee } = state;
  const member = memberAt(committee, from);
  if (member === undefined || served < committee.epoch) return { state, effects: [] };
  const { address } = member.validator;
  if (isServing(state, address)) return { state, effects: [] };
  return askAfresh(withServing(state, address), member);
}

/**
 * Asks a member once more when it has begun to serve: for what it refused before, because that
 * refusal did not count, and for the reads under way (rules P4, P7).
 */
export function askAfresh(state: ProxyState, member: CommitteeMember): ProxyStep {
  const { address } = member.validator;
  const effects: Effect<ProxyResume>[] = [];
  let next = state;
  for (const submission of state.submissions.values()) {
    if (submission.progress[address]?.refusal === undefined) continue;
    const asking = withNextAsking(submission, address);
    next = put(next, asking);
    effects.push(...ask(next, asking, [member]));
  }
  for (const read of state.reads.values()) effects.push(askView(state, read, member));
  return { state: next, effects };
}
