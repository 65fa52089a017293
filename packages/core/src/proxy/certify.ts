import type { TransactionCertificate } from '@quorate/protocol';
import type { Progress, ProxyState, ProxyStep, Submission } from './state.ts';
import { ask, put, submissionWrite, withEachProgress } from './submission.ts';
import { retryTimer } from './timer.ts';

/**
 * Turns to settling: the certificate goes to everybody (rule P1).
 *
 * It is kept before anybody sees it, so that the same signatures are given out ever after (rule P3).
 */
export function certify(
  state: ProxyState,
  submission: Submission,
  certificate: TransactionCertificate,
  now: bigint,
): ProxyStep {
  const certified: Submission = {
    ...withEachProgress(submission, withoutRefusal),
    phase: 'settling',
    certificate,
    // What led to it is done with: each repetition would begin to settle anew, and never slow down.
    found: undefined,
    retries: 0,
  };
  return {
    state: put(state, certified),
    effects: [
      { type: 'Persist', writes: [submissionWrite(certified)] },
      ...ask(state, certified, state.committee.members),
      retryTimer(state, certified, now),
    ],
  };
}

function withoutRefusal(progress: Progress): Progress {
  return progress.refusal === undefined ? progress : { ...progress, refusal: undefined };
}
