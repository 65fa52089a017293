import { type Address, factsOf, type Rejection } from '@quorate/protocol';
import type { CommitteeMember } from '../committee.ts';
import { type Effect, reply, type StoreWrite } from '../effect.ts';
import { type Result, rejected } from '../message.ts';
import { nextAttempt, withEnded } from './attempt.ts';
import { broadcastWrites } from './broadcast.ts';
import { NOTHING_SOUGHT, nextFor } from './catch-up/catch-up.ts';
import { forgetOutdated } from './incomplete/incomplete.ts';
import { withBegun } from './memory/memory.ts';
import { owing } from './refusals/outcome.ts';
import { withRefused } from './refusals/refused.ts';
import type {
  Progress,
  ProxyResume,
  ProxyState,
  ProxyStep,
  Submission,
  SubmissionRecord,
  Waiting,
} from './state.ts';
import { retryTimer, retryTimerId } from './timer.ts';

/** The key prefix of the submissions that a proxy is driving. */
export const SUBMISSION_PREFIX = 'submission/';

/** The progress of every validator at the beginning. */
export const NO_PROGRESS: Progress = {
  admits: false,
  holds: false,
  isPast: false,
  asking: 0,
  bringing: 0,
  signature: undefined,
  settled: false,
  refusal: undefined,
  ...NOTHING_SOUGHT,
  prerequisites: [],
};

/** Builds a submission for a transaction that was broadcast before, so it is past checking. */
export function newSubmission(
  state: ProxyState,
  { envelope, certificate }: SubmissionRecord,
  waiting: readonly Waiting[],
  now: bigint,
): Submission {
  const facts = factsOf(envelope.transaction);
  return {
    envelope,
    facts,
    attempt: nextAttempt(state.attempts, facts.id),
    phase: certificate === undefined ? 'signing' : 'settling',
    certificate,
    progress: Object.fromEntries(
      state.committee.members.map(({ validator }) => [validator.address, NO_PROGRESS]),
    ),
    found: undefined,
    witnesses: [],
    waiting,
    retries: 0,
    wasBroadcast: true,
    wasPast: false,
    isDisowned: false,
    deadline: now + state.timings.deadlineNanos,
  };
}

/** Resumes driving a submission from the store. */
export function resume(state: ProxyState, submission: Submission, now: bigint): ProxyStep {
  return {
    state: begun(state, submission),
    effects: [
      ...ask(state, submission, owing(state, submission)),
      retryTimer(state, submission, now),
    ],
  };
}

/** Asks members for what the current phase needs from them. */
export function ask(
  state: ProxyState,
  submission: Submission,
  members: readonly CommitteeMember[],
): readonly Effect<ProxyResume>[] {
  return members.map((member) => nextFor(state, submission, member));
}

/** Answers all clients that wait for a submission. */
export function answerAll({ waiting }: Submission, result: Result): readonly Effect<ProxyResume>[] {
  return waiting.map(({ client, requestId }) => reply(client, requestId, result));
}

// The functions below run at every answer. They write out all fields, because spreading an object
// and replacing one field costs several times as much.

/** Replaces a submission. */
export function put(state: ProxyState, submission: Submission): ProxyState {
  const { submissions, memory } = state;
  return copied(state, submissions.set(submission.facts.id, submission), memory);
}

/** Replaces what the proxy remembers. */
export function withMemory(state: ProxyState, memory: ProxyState['memory']): ProxyState {
  return copied(state, state.submissions, memory);
}

function copied(
  state: ProxyState,
  submissions: ProxyState['submissions'],
  memory: ProxyState['memory'],
): ProxyState {
  return {
    network: state.network,
    fees: state.fees,
    committee: state.committee,
    committees: state.committees,
    changes: state.changes,
    serving: state.serving,
    askedForEpochAt: state.askedForEpochAt,
    doubted: state.doubted,
    timings: state.timings,
    submissions,
    incomplete: state.incomplete,
    reads: state.reads,
    upSince: state.upSince,
    readCount: state.readCount,
    attempts: state.attempts,
    memory,
    refused: state.refused,
    pruning: state.pruning,
  };
}

/** Puts a submission in that is begun: what was told of its sender's nonce is used up (rule P5). */
export function begun(state: ProxyState, submission: Submission): ProxyState {
  const { sender, nonce } = submission.facts.transaction;
  const memory = state.memory && withBegun(state.memory, sender, nonce);
  return copied(state, state.submissions.set(submission.facts.id, submission), memory);
}

/** What a validator has done for a submission. */
type Done = Partial<Pick<Progress, 'admits' | 'holds' | 'signature' | 'settled'>>;

/** Notes that a validator has done what it was asked, so it neither refuses nor lacks anything. */
export function withDone(submission: Submission, validator: Address, done: Done): Submission {
  const before = submission.progress[validator] ?? NO_PROGRESS;
  const progress: Progress = {
    admits: done.admits ?? before.admits,
    holds: done.holds ?? before.holds,
    isPast: before.isPast,
    asking: before.asking,
    bringing: before.bringing,
    signature: done.signature ?? before.signature,
    settled: done.settled ?? before.settled,
    refusal: undefined,
    isComingBack: before.isComingBack,
    prerequisites: NO_PROGRESS.prerequisites,
    named: before.named,
    brought: before.brought,
    missing: before.missing,
    sought: before.sought,
    unfound: before.unfound,
    pruned: before.pruned,
    basis: before.basis,
  };
  return withAllProgress(submission, { ...submission.progress, [validator]: progress });
}

function withAllProgress(submission: Submission, progress: Submission['progress']): Submission {
  return {
    envelope: submission.envelope,
    facts: submission.facts,
    attempt: submission.attempt,
    phase: submission.phase,
    certificate: submission.certificate,
    progress,
    found: submission.found,
    witnesses: submission.witnesses,
    waiting: submission.waiting,
    retries: submission.retries,
    wasBroadcast: submission.wasBroadcast,
    wasPast: submission.wasPast,
    isDisowned: submission.isDisowned,
    deadline: submission.deadline,
  };
}

/** Changes the progress of one validator. */
export function withProgress(
  submission: Submission,
  validator: Address,
  change: (progress: Progress) => Progress,
): Submission {
  const progress = submission.progress[validator] ?? NO_PROGRESS;
  return withAllProgress(submission, { ...submission.progress, [validator]: change(progress) });
}

/**
 * P4: gives the next question to a validator a new number, because its earlier refusal is out of
 * date.
 */
export function withNextAsking(submission: Submission, validator: Address): Submission {
  return withProgress(submission, validator, (progress) => ({
    ...progress,
    refusal: undefined,
    asking: progress.asking + 1,
  }));
}

/** Changes the progress of every validator. */
export function withEachProgress(
  submission: Submission,
  change: (progress: Progress) => Progress,
): Submission {
  const progress: Record<Address, Progress> = { ...submission.progress };
  for (const validator in progress) {
    const name = validator as Address;
    progress[name] = change(progress[name] ?? NO_PROGRESS);
  }
  return withAllProgress(submission, progress);
}

/** Gives the write that lets a restarted proxy go on with a submission. */
export function submissionWrite({ facts, envelope, certificate }: Submission): StoreWrite {
  const value: SubmissionRecord = { envelope, certificate };
  return { key: SUBMISSION_PREFIX + facts.id, value };
}

/** What is left to write and to answer when a submission ends. */
export interface Ending {
  readonly writes: readonly StoreWrite[];
  readonly answers: readonly Effect<ProxyResume>[];
}

/** Ends a submission and forgets it. */
export function end(
  state: ProxyState,
  { facts, attempt, phase }: Submission,
  { writes, answers }: Ending,
): ProxyStep {
  const forget: StoreWrite = { key: SUBMISSION_PREFIX + facts.id, value: undefined };
  const all = phase === 'checking' ? writes : [...writes, forget];
  const submissions = state.submissions.delete(facts.id);
  return {
    state: { ...state, submissions, attempts: withEnded(state.attempts, facts.id, attempt) },
    effects: [
      ...(all.length === 0 ? [] : [{ type: 'Persist', writes: all } as const]),
      { type: 'CancelTimer', id: retryTimerId(facts.id) },
      ...answers,
    ],
  };
}

/** Ends a submission with a refusal. */
export function fail(state: ProxyState, submission: Submission, rejection: Rejection): ProxyStep {
  const answers = answerAll(submission, rejected(rejection));
  const { refused, writes } = withRefused(state.refused, submission, rejection);
  const marks = broadcastWrites(submission, rejection);
  const kept = forgetOutdated({ ...state, refused }, submission.facts.transaction, rejection);
  return end(kept.state, submission, { writes: [...writes, ...marks, ...kept.writes], answers });
}
