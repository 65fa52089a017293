import type { Address, TransactionId } from '@quorate/protocol';
import type { Input, StoreRow } from '../effect.ts';
import type { ProxyMessage } from '../message.ts';
import { fetchFrom, renewed, storedCertificate, withCertificate } from './catch-up.ts';
import { hearResponse } from './hear.ts';
import { owing, quorumUnreachable } from './outcome.ts';
import type { ProxyEnv } from './rules.ts';
import type { ProxyResume, ProxyState, ProxyStep, Submission } from './state.ts';
import { answerAll, ask, fail, put, withEachProgress, withProgress } from './submission.ts';
import { submit, submitLoaded } from './submit.ts';
import { readRetryTimerId, retryTimer } from './timer.ts';

/**
 * Takes a proxy one input further: fan-out, counting, catching up, repetition.
 *
 * Pure and total; a proxy trusts no validator and no client.
 */
export function stepProxy(
  state: ProxyState,
  input: Input<ProxyMessage, ProxyResume>,
  env: ProxyEnv,
): ProxyStep {
  switch (input.type) {
    case 'Message':
      return input.message.type === 'SubmitTransaction'
        ? submit(state, input.from, input.message, env)
        : hearResponse(state, input.from, input.message, env);
    case 'Timer':
      return retry(state, input.id, env);
    case 'Loaded':
      return loaded(state, input.resume, input.rows, env);
  }
}

function loaded(
  state: ProxyState,
  resume: ProxyResume,
  rows: readonly StoreRow[],
  env: ProxyEnv,
): ProxyStep {
  switch (resume.purpose) {
    case 'Submit':
      return submitLoaded(state, resume, rows, env);
    case 'Prerequisite':
      return prerequisiteLoaded(state, resume, rows);
  }
}

function prerequisiteLoaded(
  state: ProxyState,
  {
    transactionId,
    validator,
  }: { readonly transactionId: TransactionId; readonly validator: Address },
  rows: readonly StoreRow[],
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
    const reason = `no quorum after ${submission.retries} repetitions`;
    return fail(state, submission, quorumUnreachable(submission, reason));
  }
  const again: Submission = {
    ...withEachProgress(submission, renewed),
    retries: submission.retries + 1,
  };
  return {
    state: put(state, again),
    effects: [...ask(state, again, owing(state, again)), retryTimer(state, again, env.now)],
  };
}

// Nobody waits for ever (rule P8); a certificate that exists is delivered all the same.
function expire(state: ProxyState, submission: Submission, env: ProxyEnv): ProxyStep {
  const rejection = quorumUnreachable(submission, 'the deadline has passed');
  if (submission.certificate === undefined) return fail(state, submission, rejection);
  const answers = answerAll(submission, { type: 'Rejected', rejection });
  const rest: Submission = { ...submission, waiting: [] };
  return { state: put(state, rest), effects: [...answers, retryTimer(state, rest, env.now)] };
}
