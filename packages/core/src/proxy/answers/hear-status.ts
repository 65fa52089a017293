import type { Address } from '@quorate/protocol';
import { type CommitteeMember, memberAt } from '../../committee.ts';
import type { Effect, NodeName } from '../../effect.ts';
import type { EpochStatus } from '../../message.ts';
import { withBasisAgain } from '../catch-up/basis.ts';
import { askView, putRead } from '../reads/read.ts';
import { hasDone } from '../refusals/outcome.ts';
import { isServing, withServing } from '../serving.ts';
import type { ProxyResume, ProxyState, ProxyStep, Submission } from '../state.ts';
import { ask, NO_PROGRESS, put, withNextAsking } from '../submission.ts';

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
 * Asks a member once more when it is known to serve: for what it refused before, because that
 * refusal did not count; for what it has not answered, because an answer from before may still
 * arrive; and for the reads under way (rules P4, P7).
 */
export function askAfresh(state: ProxyState, member: CommitteeMember): ProxyStep {
  const { address } = member.validator;
  const effects: Effect<ProxyResume>[] = [];
  let next = state;
  for (const submission of state.submissions.values()) {
    if (!isOutOfDate(submission, address)) continue;
    const asking = withBasisAgain(state, withNextAsking(submission, address), member);
    next = put(next, asking.submission);
    effects.push(...ask(next, asking.submission, [member]), ...asking.effects);
  }
  for (const read of state.reads.values()) {
    const { [address]: _early, ...views } = read.views;
    next = putRead(next, { ...read, views });
    effects.push(askView(next, read, member));
  }
  return { state: next, effects };
}

// A member that is to settle a certificate does so sooner or later, so its silence is left alone.
function isOutOfDate({ phase, progress }: Submission, validator: Address): boolean {
  const known = progress[validator] ?? NO_PROGRESS;
  if (known.refusal !== undefined) return true;
  return phase !== 'settling' && (known.basis !== undefined || !hasDone(known, phase));
}
