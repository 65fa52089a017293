import { owing } from './refusals/outcome.ts';
import { withoutRefused } from './refusals/refused.ts';
import type { ProxyState, ProxyStep, Submission } from './state.ts';
import { ask, begun, submissionWrite, withEachProgress } from './submission.ts';
import { retryTimer } from './timer.ts';

/**
 * Asks every validator whether it would sign (rule P5).
 *
 * A transaction that only some validators sign locks its account, so nothing is broadcast before a
 * quorum has said that it would sign. Nothing is stored yet: a transaction that nobody was asked to
 * sign may be forgotten.
 */
export function beginChecking(state: ProxyState, submission: Submission, now: bigint): ProxyStep {
  return {
    state: begun(state, submission),
    effects: [
      ...ask(state, submission, state.committee.members),
      retryTimer(state, submission, now),
    ],
  };
}

/** Broadcasts a transaction. It is durable before any validator is asked to sign it. */
export function beginSigning(state: ProxyState, given: Submission, now: bigint): ProxyStep {
  const submission: Submission = { ...asOfNow(given), phase: 'signing', retries: 0 };
  // A validator that is still being brought up to date is asked afterwards.
  const ready = owing(state, submission).filter(
    ({ validator }) => submission.progress[validator.address]?.prerequisites.length === 0,
  );
  const forgotten = withoutRefused(state, submission.facts.id);
  return {
    state: begun(forgotten.state, submission),
    effects: [
      { type: 'Persist', writes: [submissionWrite(submission), ...forgotten.writes] },
      ...ask(state, submission, ready),
      retryTimer(state, submission, now),
    ],
  };
}

// Refusals and bases from the checking phase say nothing about what validators do when asked to
// sign.
function asOfNow(submission: Submission): Submission {
  const isUnanimous = Object.values(submission.progress).every(
    ({ refusal, basis }) => refusal === undefined && basis === undefined,
  );
  if (isUnanimous) return submission;
  return withEachProgress(submission, (progress) => ({
    ...progress,
    refusal: undefined,
    basis: undefined,
  }));
}
