import type { Address, Rejection, TransactionCertificate } from '@quorate/protocol';
import {
  type Committee,
  type CommitteeMember,
  committeeOf,
  followedBy,
  nodeNameOf,
} from '../committee.ts';
import { askForEpoch, changeWrite, epochRequestId, nextCommittee } from '../committee-chain.ts';
import type { Effect, NodeName } from '../effect.ts';
import type { EpochStatus, Result } from '../message.ts';
import { isHalfSigned, owing } from './outcome.ts';
import { repeatRead } from './reads/read.ts';
import type { ProxyEnv } from './rule-types.ts';
import { isServing } from './serving.ts';
import type { ProxyResume, ProxyState, ProxyStep, Submission } from './state.ts';
import { ask, NO_PROGRESS, put } from './submission.ts';
import { retryTimer } from './timer.ts';

/**
 * Says what to do where an answer shows that a validator is in another epoch: ask it for the change
 * that the proxy lacks, or tell it of the one that it lacks (rules P10, C8).
 */
export function compareEpochs(
  state: ProxyState,
  { validator }: CommitteeMember,
  result: Result,
): readonly Effect<ProxyResume>[] {
  const { committee, committees, changes } = state;
  const { epoch } = committee;
  const from = nodeNameOf(validator);
  if (result.type === 'Signed') {
    const signing = signingCommittee({ committee, committees }, result.validator);
    if (signing === undefined) return [askForEpoch(from, epoch + 1)];
    return signing.epoch < epoch ? announce({ changes }, from, signing.epoch + 1) : [];
  }
  if (result.type !== 'Rejected') return [];
  const { rejection } = result;
  if (isAhead(rejection, epoch)) return [askForEpoch(from, epoch + 1)];
  if (rejection.code === 'EpochEnding' || rejection.code === 'InvalidCertificate') {
    return rejection.epoch < epoch ? announce({ changes }, from, rejection.epoch + 1) : [];
  }
  return isServing(state, validator.address) ? [] : tellOfEpoch(state, from);
}

/**
 * Tells a member of the running epoch that was not heard to serve yet: it may not know of the change at all,
 * and what it answers says whether it serves (rule P4).
 */
export function tellOfEpoch(
  { committee: { epoch }, changes }: ProxyState,
  to: NodeName,
): readonly Effect<ProxyResume>[] {
  return announce({ changes }, to, epoch);
}

/**
 * Goes on along the chain with a validator that says which epoch it knows of, where it has just been told
 * of that one or an earlier (rules P10, C8).
 *
 * One that has no seat in an epoch refuses in the name of the last that it served, and so does not say by
 * its refusals that it has heard of it.
 */
export function announceNext(
  { changes }: Pick<ProxyState, 'changes'>,
  from: NodeName,
  requestId: string,
  { known }: EpochStatus,
): readonly Effect<ProxyResume>[] {
  // A liar that knows less than it was told would be told without end.
  const isTold = [...changes.keys()].some(
    (epoch) => epoch <= known && requestId === epochRequestId(epoch),
  );
  return isTold ? announce({ changes }, from, known + 1) : [];
}

function announce(
  { changes }: Pick<ProxyState, 'changes'>,
  to: NodeName,
  epoch: number,
): readonly Effect<ProxyResume>[] {
  const certificate = changes.get(epoch);
  if (certificate === undefined) return [];
  const requestId = epochRequestId(epoch);
  const message = { type: 'AnnounceChange', requestId, epoch, certificate } as const;
  return [{ type: 'Send', to, message }];
}

/**
 * Follows the chain of changes by one, where a certificate is the next link: whatever is on its way
 * starts counting afresh with the same bytes, because signatures of two epochs are never added up
 * (rules P10, C9).
 */
export function hearChange(
  state: ProxyState,
  certificates: readonly TransactionCertificate[],
  env: ProxyEnv,
): ProxyStep {
  let step: ProxyStep = { state, effects: [] };
  for (const certificate of certificates) {
    const { rules, verifier } = env;
    const context = { quorum: rules.quorum, verifier };
    const next = nextCommittee(step.state.committee, certificate, context);
    if (next === undefined) continue;
    const followed = follow(step.state, next, certificate, env);
    step = { state: followed.state, effects: [...step.effects, ...followed.effects] };
  }
  return step;
}

/** Puts the committees in place that a proxy had followed before it was restarted. */
export function withChange(state: ProxyState, certificate: TransactionCertificate): ProxyState {
  const committee = followedBy(certificate.envelope.transaction);
  if (committee === undefined) return state;
  return {
    ...state,
    committee,
    committees: [...state.committees, committee],
    serving: new Set(),
    // The epoch after it may have begun, too.
    askedForEpochAt: 0n,
    changes: new Map([...state.changes, [committee.epoch, certificate]]),
  };
}

function signingCommittee(
  { committee, committees }: Pick<ProxyState, 'committee' | 'committees'>,
  key: Address,
): Committee | undefined {
  return committeeOf([committee], key) ?? committeeOf(committees, key);
}

// A validator that has frozen says which epoch ended for it, one that has not which it knows.
function isAhead(rejection: Rejection, epoch: number): boolean {
  if (rejection.code === 'EpochEnding') return rejection.epoch >= epoch;
  return rejection.code === 'InvalidCertificate' && rejection.epoch > epoch;
}

function follow(
  before: ProxyState,
  { epoch }: Committee,
  certificate: TransactionCertificate,
  { now, rules }: ProxyEnv,
): ProxyStep {
  const writes = [changeWrite(epoch, certificate)];
  const effects: Effect<ProxyResume>[] = [{ type: 'Persist', writes }];
  let state = withChange(before, certificate);
  for (const submission of before.submissions.values()) {
    const afresh = rules.startedAfresh(state, submission);
    state = put(state, afresh);
    effects.push(...ask(state, afresh, owing(state, afresh)), retryTimer(state, afresh, now));
  }
  for (const read of before.reads.values()) {
    const repeated = repeatRead(state, read, now);
    state = repeated.state;
    effects.push(...repeated.effects);
  }
  return { state, effects };
}

/** P10: starts counting afresh with the same bytes, in the committee that a proxy now follows. */
export function startedAfresh(state: ProxyState, submission: Submission): Submission {
  const { committee } = state;
  // What members of the epoch before answer late is told by its number, also where a node sits in both.
  const asked = Object.values(submission.progress).map(({ asking }) => asking);
  const progress = { ...NO_PROGRESS, asking: Math.max(...asked) + 1 };
  return {
    ...submission,
    progress: Object.fromEntries(
      committee.members.map(({ validator }) => [validator.address, progress]),
    ),
    found: undefined,
    // The pace is that of the beginning, too: members that still merge are ready in a moment.
    retries: 0,
    // What the members of the epoch that ends have signed, or hold, theirs of the next take over (rule C6).
    wasBroadcast: submission.phase !== 'checking' || isHalfSigned(state, submission),
    isDisowned: false,
  };
}
