import type { Address, MissingDependency, Rejection } from '@quorate/protocol';
import type { Effect } from '../../effect.ts';
import type { Certificates } from '../../message.ts';
import { isHash } from '../../store-keys.ts';
import { type Answer, ignored } from '../answers/answer.ts';
import { requestId } from '../answers/request-id.ts';
import type {
  Prerequisite,
  Progress,
  ProxyResume,
  ProxyState,
  ProxyStep,
  Submission,
} from '../state.ts';
import { ask, put, withProgress } from '../submission.ts';
import { askOthers, isKnown } from './catch-up.ts';
import { verified } from './fetched.ts';
import { makes } from './makes.ts';
import { notFound } from './not-found.ts';
import { nameOfDependency } from './sought.ts';
import { PREREQUISITES_MAX } from './standing.ts';

/**
 * The most dependencies that are searched for at once; the validator names the rest again later.
 */
const MISSING_MAX = 20;

/**
 * Lists what a validator lacks according to its refusal, where it does not name the certificate.
 */
export function withoutMaker(rejection: Rejection): readonly MissingDependency[] {
  if (rejection.code !== 'MissingDependency') return [];
  return rejection.missing
    .filter(({ sender, nonce }) => sender === undefined || nonce === undefined)
    .filter(({ id }) => id.split('/').every((part) => isHash(part) || /^\d{1,20}$/.test(part)))
    .slice(0, MISSING_MAX);
}

/**
 * Lists which of the missing dependencies to search for: not those already searched for, and not
 * more than a bound, because the validator may lie.
 */
export function unsought(
  { sought }: Pick<Progress, 'sought'>,
  missing: readonly MissingDependency[],
): readonly MissingDependency[] {
  const known = sought.map(nameOfDependency);
  const fresh = missing.filter((each) => !known.includes(nameOfDependency(each)));
  return fresh.slice(0, Math.max(PREREQUISITES_MAX - sought.length, 0));
}

/**
 * Asks all other validators for the certificates that provide what one validator lacks (rule P6).
 */
export function askForMakers(
  state: ProxyState,
  submission: Pick<Submission, 'facts' | 'attempt'>,
  { validator, lacks }: { readonly validator: Address; readonly lacks: Progress['missing'] },
): readonly Effect<ProxyResume>[] {
  const { members } = state.committee;
  const index = members.findIndex((member) => member.validator.address === validator);
  return lacks.flatMap((dependency) => {
    const sought = nameOfDependency(dependency);
    const request = requestId(state, submission, { purpose: 'depend', index, sought });
    return askOthers(state, validator, request, { by: 'Dependency', dependency });
  });
}

/**
 * Handles certificates for a validator that lacks a dependency; only those that provide it are
 * kept.
 */
export function hearMakers(answer: Answer, { certificates, pruned = [] }: Certificates): ProxyStep {
  const { state, submission, asked } = answer;
  const lagging = state.committee.members[asked.index];
  const progress = lagging && submission.progress[lagging.validator.address];
  if (lagging === undefined || progress === undefined || progress.missing.length === 0) {
    return ignored(answer);
  }
  if (certificates.length === 0) return notFound(answer, lagging, pruned);
  const left = Math.max(PREREQUISITES_MAX - progress.named, 0);
  const brought: Prerequisite[] = [];
  let { missing } = progress;
  for (const certificate of certificates.slice(0, left)) {
    const facts = missing.length === 0 ? undefined : verified(answer, certificate);
    if (facts === undefined || !missing.some((each) => makes(facts, each))) continue;
    missing = missing.filter((each) => !makes(facts, each));
    const { sender, nonce } = facts.transaction;
    if (!isKnown(progress, { sender, nonce })) brought.push({ sender, nonce, certificate });
  }
  if (brought.length === 0) return ignored(answer);
  const supplied = withProgress(submission, lagging.validator.address, () => ({
    ...progress,
    missing,
    prerequisites: [...progress.prerequisites, ...brought.reverse()],
    named: progress.named + brought.length,
    bringing: progress.bringing + 1,
  }));
  return { state: put(state, supplied), effects: ask(state, supplied, [lagging]) };
}
