import type { TransactionCertificate } from '@quorate/protocol';
import type { Progress, ProxyState, ProxyStep, Submission } from './state.ts';
import { ask, put, submissionWrite, withEachProgress } from './submission.ts';
import { retryTimer } from './timer.ts';

/**
 * Begins the settling phase: the certificate goes to every validator (rule P1).
 *
 * It is stored before anybody sees it, so that the proxy always gives out the same signatures (rule
 * P3).
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
    // Otherwise each repetition would begin to settle anew, without ever waiting longer.
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
