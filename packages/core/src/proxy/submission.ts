import { type Address, factsOf, type TransactionEnvelope } from '@quorate/protocol';
import type { CommitteeMember } from '../committee.ts';
import { type Effect, reply } from '../effect.ts';
import type { Result } from '../message.ts';
import { nextFor } from './catch-up.ts';
import { owing } from './outcome.ts';
import type { Progress, ProxyResume, ProxyState, ProxyStep, Submission, Waiting } from './state.ts';
import { retryTimer, retryTimerId } from './timer.ts';

/** The prefix under which a proxy stores the envelopes that it is driving. */
export const SUBMISSION_PREFIX = 'submission/';

const NO_PROGRESS: Progress = {
  signature: undefined,
  settled: false,
  refusal: undefined,
  prerequisites: [],
};

/** Builds a submission that no validator has heard of. */
export function newSubmission(
  state: ProxyState,
  envelope: TransactionEnvelope,
  waiting: readonly Waiting[],
  now: bigint,
): Submission {
  return {
    envelope,
    facts: factsOf(envelope.transaction),
    certificate: undefined,
    progress: Object.fromEntries(
      state.committee.members.map(({ validator }) => [validator.address, NO_PROGRESS]),
    ),
    waiting,
    retries: 0,
    deadline: now + state.timings.deadlineNanos,
  };
}

/** Begins to drive a submission: the envelope is durable before any validator sees it. */
export function begin(state: ProxyState, submission: Submission, now: bigint): ProxyStep {
  const { facts, envelope } = submission;
  return {
    state: put(state, submission),
    effects: [
      { type: 'Persist', writes: [{ key: SUBMISSION_PREFIX + facts.id, value: envelope }] },
      ...ask(state, submission, owing(state, submission)),
      retryTimer(state, submission, now),
    ],
  };
}

/** Asks members for what they owe. */
export function ask(
  { committee }: ProxyState,
  submission: Submission,
  members: readonly CommitteeMember[],
): readonly Effect<ProxyResume>[] {
  return members.map((member) => nextFor(submission, member, committee.members.indexOf(member)));
}

/** Answers everybody who waits for a submission. */
export function answerAll({ waiting }: Submission, result: Result): readonly Effect<ProxyResume>[] {
  return waiting.map(({ client, requestId }) => reply(client, requestId, result));
}

/** Keeps a changed submission. */
export function put(state: ProxyState, submission: Submission): ProxyState {
  return { ...state, submissions: state.submissions.set(submission.facts.id, submission) };
}

/** Changes how far one validator is. */
export function withProgress(
  submission: Submission,
  validator: Address,
  change: (progress: Progress) => Progress,
): Submission {
  const progress = submission.progress[validator] ?? NO_PROGRESS;
  return { ...submission, progress: { ...submission.progress, [validator]: change(progress) } };
}

/** Stops driving a submission and forgets it. */
export function end(
  state: ProxyState,
  { facts }: Submission,
  effects: readonly Effect<ProxyResume>[],
): ProxyStep {
  return {
    state: { ...state, submissions: state.submissions.delete(facts.id) },
    effects: [
      { type: 'Persist', writes: [{ key: SUBMISSION_PREFIX + facts.id, value: undefined }] },
      { type: 'CancelTimer', id: retryTimerId(facts.id) },
      ...effects,
    ],
  };
}
