import type { Address, Rejection, TransactionId } from '@quorate/protocol';
import type { Effect } from '../../effect.ts';
import type { Answer } from '../answers/answer.ts';
import type { ProxyResume, ProxyState, ProxyStep, Submission } from '../state.ts';
import { ask, put, withProgress } from '../submission.ts';

const PREFIX = 'resend:';

/**
 * C2: comes back to a validator at the time from which it says that it settles the certificate. The
 * repetitions go on meanwhile: the wait before the next may have doubled to far beyond that time.
 *
 * A validator may lie, so each is believed once between two repetitions, and only about a time that
 * lies before the next.
 */
export function comeBack(
  { state, env, member }: Pick<Answer, 'state' | 'env' | 'member'>,
  submission: Submission,
  rejection: Rejection,
): ProxyStep {
  const { address } = member.validator;
  const wait = waitIn(rejection, state);
  const isKnown = submission.progress[address]?.isComingBack === true;
  if (isKnown || wait === undefined) {
    return { state: put(state, submission), effects: [] };
  }
  const next = withProgress(submission, address, (each) => ({ ...each, isComingBack: true }));
  const id = `${PREFIX}${address}:${submission.facts.id}`;
  const timer: Effect<ProxyResume> = { type: 'SetTimer', id, at: env.now + wait };
  return { state: put(state, next), effects: [timer] };
}

/** Sends a certificate again whose time has come; undefined for any other timer. */
export function sendAgain(state: ProxyState, timerId: string): ProxyStep | undefined {
  if (!timerId.startsWith(PREFIX)) return undefined;
  const [address, id] = timerId.slice(PREFIX.length).split(':');
  const submission = state.submissions.get(id as TransactionId);
  const members = state.committee.members.filter(({ validator }) => validator.address === address);
  const refusal = submission?.progress[address as Address]?.refusal;
  if (submission === undefined || refusal?.code !== 'CertificateTooYoung') {
    return { state, effects: [] };
  }
  return { state, effects: ask(state, submission, members) };
}

function waitIn(rejection: Rejection, { timings }: ProxyState): bigint | undefined {
  if (rejection.code !== 'CertificateTooYoung') return undefined;
  const { resendAfterNanos: wait } = rejection;
  return wait >= 0n && wait <= 2n * timings.retryNanosMax ? wait : undefined;
}
