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
import { withoutWords } from './memory/memory.ts';
import { repeatRead } from './reads/read.ts';
import { isHalfSigned, owing } from './refusals/outcome.ts';
import type { ProxyEnv } from './rule-types.ts';
import { isServing } from './serving.ts';
import type { ProxyResume, ProxyState, ProxyStep, Submission } from './state.ts';
import { ask, NO_PROGRESS, put } from './submission.ts';
import { retryTimer } from './timer.ts';

/**
 * Reacts to an answer that shows a validator in another epoch: asks it for the change that the
 * proxy lacks, or announces the change that the validator lacks (rules P10, C8).
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
 * Announces the current epoch to a member that may not serve it yet. The member may not know of the
 * change; its answer says whether it serves (rule P4).
 */
export function tellOfEpoch(
  { committee: { epoch }, changes }: ProxyState,
  to: NodeName,
): readonly Effect<ProxyResume>[] {
  return announce({ changes }, to, epoch);
}

/**
 * Announces the next change to a validator that has just been told of one and reports which epoch
 * it knows (rules P10, C8).
 *
 * Its refusals would not show that: a validator without a seat refuses in the name of the last
 * epoch that it served.
 */
export function announceNext(
  { changes }: Pick<ProxyState, 'changes'>,
  from: NodeName,
  requestId: string,
  { known }: EpochStatus,
): readonly Effect<ProxyResume>[] {
  // Otherwise a liar that always reports an earlier epoch would be told for ever.
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
 * Follows the chain of committee changes, for each certificate that is the next link. Everything in
 * flight starts counting afresh with the same bytes, because signatures of two epochs are never
 * added up (rules P10, C9).
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

/** Puts the committee of a verified change in the place of the current one. */
export function withChange(state: ProxyState, certificate: TransactionCertificate): ProxyState {
  const committee = followedBy(certificate.envelope.transaction);
  if (committee === undefined) return state;
  return {
    ...state,
    committee,
    committees: [...state.committees, committee],
    serving: new Set(),
    // The epoch after it may have begun already, so ask without delay.
    askedForEpochAt: 0n,
    doubted: new Map(),
    memory: state.memory && withoutWords(state.memory),
    changes: new Map([...state.changes, [committee.epoch, certificate]]),
  };
}

function signingCommittee(
  { committee, committees }: Pick<ProxyState, 'committee' | 'committees'>,
  key: Address,
): Committee | undefined {
  return committeeOf([committee], key) ?? committeeOf(committees, key);
}

// A frozen validator names the epoch that has ended for it; any other names the one that it knows.
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
    const repeated = repeatRead(state, { ...read, views: {} }, now);
    state = repeated.state;
    effects.push(...repeated.effects);
  }
  return { state, effects };
}

/**
 * P10: starts counting afresh, with the same bytes, in the committee that the proxy now follows.
 */
export function startedAfresh(state: ProxyState, submission: Submission): Submission {
  const { committee } = state;
  // New numbers tell late answers from the previous epoch apart, even those of a node that is a
  // member of both.
  const before = Object.values(submission.progress);
  const progress = {
    ...NO_PROGRESS,
    asking: Math.max(...before.map(({ asking }) => asking)) + 1,
    bringing: Math.max(...before.map(({ bringing }) => bringing)),
  };
  return {
    ...submission,
    progress: Object.fromEntries(
      committee.members.map(({ validator }) => [validator.address, progress]),
    ),
    found: undefined,
    // Short waits again: members that are still merging will be ready soon.
    retries: 0,
    // Members of the next epoch take over what members of the ended one have signed or hold (rule
    // C6).
    wasBroadcast: submission.phase !== 'checking' || isHalfSigned(state, submission),
    wasPast: submission.wasPast || before.some(({ isPast }) => isPast),
    isDisowned: false,
  };
}
