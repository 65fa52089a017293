import type { Rejection } from '@quorate/protocol';
import { nodeNameOf } from '../committee.ts';
import type { Effect } from '../effect.ts';
import { type Answer, ignored } from './answer.ts';
import { namedBy, withCertificate } from './catch-up.ts';
import { decidingRefusal, quorumUnreachable, signaturesOf } from './outcome.ts';
import { requestId } from './request-id.ts';
import type { Progress, ProxyResume, ProxyStep, Submission } from './state.ts';
import { ask, fail, put, withProgress } from './submission.ts';

/** Hears that a validator refused what it was sent, and why. */
export function hearRejected(answer: Answer, rejection: Rejection): ProxyStep {
  const { submission, member, asked } = answer;
  const progress = submission.progress[member.validator.address];
  if (progress === undefined) return ignored(answer);
  const isSettling = submission.certificate !== undefined;
  switch (asked.purpose) {
    case 'sign':
      if (isSettling || progress.signature !== undefined) return ignored(answer);
      return refused(answer, rejection, progress, refusedToSign);
    case 'settle':
      if (!isSettling || progress.settled) return ignored(answer);
      return refused(answer, rejection, progress, refusedToSettle);
    case 'deliver':
      return refusedDelivery(answer, rejection, progress);
    case 'fetch':
    case 'find':
      return ignored(answer);
  }
}

function refused(
  answer: Answer,
  rejection: Rejection,
  progress: Progress,
  decide: (answer: Answer, submission: Submission, rejection: Rejection) => ProxyStep,
): ProxyStep {
  const { state, submission, member } = answer;
  const isCatchingUp = progress.prerequisites.length > 0;
  const named = isCatchingUp ? [] : namedBy(progress, rejection, submission.facts.transaction);
  const noted = withProgress(submission, member.validator.address, () => ({
    ...progress,
    refusal: rejection,
    prerequisites: [...progress.prerequisites, ...named],
    named: progress.named + named.length,
  }));
  if (named.length === 0) return decide(answer, noted, rejection);
  return { state: put(state, noted), effects: ask(state, noted, [member]) };
}

// A certificate is settled sooner or later, whoever refuses it now.
function refusedToSettle({ state }: Answer, submission: Submission): ProxyStep {
  return { state: put(state, submission), effects: [] };
}

function refusedToSign(answer: Answer, submission: Submission, rejection: Rejection): ProxyStep {
  const { state, env } = answer;
  const deciding = decidingRefusal(state, submission, env.rules);
  if (deciding === undefined) {
    return { state: put(state, submission), effects: findSettled(answer, rejection) };
  }
  // Where some validator signed, the nonce is taken at that validator: no refusal is final then.
  const outcome =
    signaturesOf(state, submission).length === 0
      ? deciding
      : quorumUnreachable(submission, `refused with ${deciding.code}`);
  return fail(state, submission, outcome);
}

// A validator that is past the nonce has a certificate there: of this very transaction, which then
// must not be refused (rule P3), or of another, which is the proof that it must.
function findSettled(
  { submission, member, asked }: Answer,
  rejection: Rejection,
): readonly Effect<ProxyResume>[] {
  const { sender, nonce } = submission.facts.transaction;
  if (rejection.code !== 'UnexpectedNonce' || rejection.expectedNonce <= nonce) return [];
  const id = requestId({ ...asked, purpose: 'find' });
  return [
    {
      type: 'Send',
      to: nodeNameOf(member.validator),
      message: { type: 'GetCertificates', requestId: id, sender, fromNonce: nonce, limit: 1 },
    },
  ];
}

function refusedDelivery(answer: Answer, rejection: Rejection, progress: Progress): ProxyStep {
  const { state, submission, member } = answer;
  const top = progress.prerequisites.at(-1);
  if (top?.certificate === undefined) return ignored(answer);
  const named = namedBy(progress, rejection, top);
  const noted = withProgress(submission, member.validator.address, () =>
    named.length === 0
      ? withCertificate(progress, undefined)
      : {
          ...progress,
          prerequisites: [...progress.prerequisites, ...named],
          named: progress.named + named.length,
        },
  );
  return {
    state: put(state, noted),
    effects: named.length === 0 ? [] : ask(state, noted, [member]),
  };
}
