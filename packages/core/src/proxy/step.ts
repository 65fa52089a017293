import type { CommitteeMember } from '../committee.ts';
import type { Input, LoadedRows, NodeName } from '../effect.ts';
import { type ProxyMessage, rejected } from '../message.ts';
import { PRUNE_TIMER } from '../pruning/policy.ts';
import { hearResponse } from './answers/hear.ts';
import { fetchFrom, renewed, storedCertificate, withCertificate } from './catch-up/catch-up.ts';
import { driveHeld, driveLoaded } from './catch-up/drive.ts';
import { settleFound } from './catch-up/find.ts';
import { sendAgain } from './catch-up/too-young.ts';
import { getPending } from './incomplete/incomplete.ts';
import { prune, pruneLoaded, watchPruning } from './pruning.ts';
import { retryRead } from './reads/conclude.ts';
import { beginRead, timedRead } from './reads/read.ts';
import { decide } from './refusals/decide.ts';
import { isFinal, owing } from './refusals/outcome.ts';
import { unreachable } from './refusals/unreachable.ts';
import type { ProxyEnv } from './rule-types.ts';
import type { ProxyResume, ProxyState, ProxyStep, Submission } from './state.ts';
import { answerAll, ask, end, fail, put, withEachProgress, withProgress } from './submission.ts';
import { submit, submitLoaded } from './submit.ts';
import { readRetryTimerId, retryTimer } from './timer.ts';

/**
 * Takes a proxy one step further: it sends to all validators, counts answers, brings validators up
 * to date and repeats.
 *
 * Pure and total. A proxy trusts no validator and no client.
 */
export function stepProxy(
  state: ProxyState,
  input: Input<ProxyMessage, ProxyResume>,
  env: ProxyEnv,
): ProxyStep {
  switch (input.type) {
    case 'Message':
      return watchPruning(hear(state, input.from, input.message, env), env);
    case 'Timer':
      return input.id === PRUNE_TIMER ? prune(state) : timer(state, input.id, env);
    case 'Loaded':
      return loaded(state, input.resume, input.rows, env);
  }
}

function hear(state: ProxyState, from: NodeName, message: ProxyMessage, env: ProxyEnv): ProxyStep {
  switch (message.type) {
    case 'SubmitTransaction':
      return submit(state, from, message, env);
    case 'GetAccountInfo':
    case 'GetTokenInfo':
    case 'GetCertificates':
    case 'GetEscrowJobs':
      return beginRead(state, from, message, env.now);
    case 'GetPending':
      return getPending(state, from, message, env.now);
    case 'Response':
      return hearResponse(state, from, message, env);
  }
}

function timer(state: ProxyState, timerId: string, env: ProxyEnv): ProxyStep {
  const again = sendAgain(state, timerId);
  if (again !== undefined) return again;
  const read = timedRead(state, timerId);
  return read === undefined ? retry(state, timerId, env) : retryRead(state, read, env);
}

function loaded(
  state: ProxyState,
  resume: ProxyResume,
  rows: LoadedRows,
  env: ProxyEnv,
): ProxyStep {
  switch (resume.purpose) {
    case 'Submit':
      return submitLoaded(state, resume, rows, env);
    case 'Drive':
      return driveLoaded(state, resume.record, rows, env);
    case 'Prerequisite':
      return prerequisiteLoaded(state, resume, rows);
    case 'Prune':
      return pruneLoaded(state, resume, rows, env);
  }
}

function prerequisiteLoaded(
  state: ProxyState,
  { transactionId, validator }: Extract<ProxyResume, { readonly purpose: 'Prerequisite' }>,
  rows: LoadedRows,
): ProxyStep {
  const submission = state.submissions.get(transactionId);
  const prerequisite = submission?.progress[validator]?.prerequisites.at(-1);
  if (submission === undefined || prerequisite === undefined) return { state, effects: [] };
  if (prerequisite.certificate !== undefined) return { state, effects: [] };
  const certificate = storedCertificate(rows, prerequisite);
  if (certificate === undefined) {
    return { state, effects: fetchFrom(state, submission, validator, prerequisite) };
  }
  const supplied = withProgress(submission, validator, (progress) =>
    withCertificate(progress, certificate),
  );
  const members = state.committee.members.filter(
    (member) => member.validator.address === validator,
  );
  return { state: put(state, supplied), effects: ask(state, supplied, members) };
}

function retry(state: ProxyState, timerId: string, env: ProxyEnv): ProxyStep {
  const id = readRetryTimerId(timerId);
  const submission = id === undefined ? undefined : state.submissions.get(id);
  if (submission === undefined) return { state, effects: [] };
  if (submission.waiting.length > 0 && env.now >= submission.deadline) {
    return expire(state, submission, env);
  }
  if (submission.retries >= state.timings.retriesMax) {
    // A quorum has settled it, so its outcome is not open, even though other validators are
    // unreachable (P4).
    if (isFinal(state, submission, env.rules)) {
      return end(state, submission, { writes: [], answers: [] });
    }
    const reason = `no quorum after ${submission.retries} repetitions`;
    return fail(state, submission, unreachable({ state, env }, submission, reason));
  }
  if (submission.found?.certificate !== undefined) {
    return settleFound(state, submission, submission.found.certificate, env.now);
  }
  return submission.phase === 'checking'
    ? checkAgain(state, submission, env)
    : repeat(state, submission, env.now);
}

function checkAgain(state: ProxyState, submission: Submission, env: ProxyEnv): ProxyStep {
  const decided = decide(state, submission, env);
  if (!decided.state.submissions.has(submission.facts.id)) return decided;
  const repeated = repeat(decided.state, submission, env.now);
  const driving = driveHeld(repeated.state, submission, env);
  return { state: repeated.state, effects: [...driving, ...repeated.effects] };
}

function repeat(state: ProxyState, submission: Submission, now: bigint): ProxyStep {
  const again: Submission = {
    ...withEachProgress(submission, renewed),
    found: undefined,
    retries: submission.retries + 1,
  };
  return {
    state: put(state, again),
    effects: [...ask(state, again, toAskAgain(state, again)), retryTimer(state, again, now)],
  };
}

// If validators disagree, those that would sign may not know yet why others refuse, so all are
// asked again (rule P5).
function toAskAgain(state: ProxyState, submission: Submission): readonly CommitteeMember[] {
  const isDisputed =
    submission.phase === 'checking' &&
    Object.values(submission.progress).some(({ refusal }) => refusal !== undefined);
  return isDisputed ? state.committee.members : owing(state, submission);
}

// No client waits for ever (rule P8). A certificate that exists is still delivered.
function expire(state: ProxyState, submission: Submission, env: ProxyEnv): ProxyStep {
  const rejection = unreachable({ state, env }, submission, 'the deadline has passed');
  if (submission.certificate === undefined) return fail(state, submission, rejection);
  const answers = answerAll(submission, rejected(rejection));
  const rest: Submission = { ...submission, waiting: [] };
  return { state: put(state, rest), effects: [...answers, retryTimer(state, rest, env.now)] };
}
