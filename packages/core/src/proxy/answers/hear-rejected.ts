import type { Rejection } from '@quorate/protocol';
import type { Effect } from '../../effect.ts';
import { type Rejected, rejected } from '../../message.ts';
import { askForBasis, bringBasis } from '../catch-up/basis.ts';
import { namedBy, stacked, withCertificate } from '../catch-up/catch-up.ts';
import { askForMakers, unsought, withoutMaker } from '../catch-up/dependency.ts';
import { provesItself } from '../catch-up/fetched.ts';
import { findSettled } from '../catch-up/find.ts';
import { nextNonceIn, saysNothing } from '../catch-up/next-nonce.ts';
import { needsBasis, seeksBasis } from '../catch-up/standing.ts';
import { comeBack } from '../catch-up/too-young.ts';
import { type Lacks, sifted, withWitnesses } from '../catch-up/witnesses.ts';
import { beginSigning } from '../checking.ts';
import { decide } from '../refusals/decide.ts';
import { unreachable } from '../refusals/unreachable.ts';
import type { Progress, ProxyResume, ProxyStep, Submission } from '../state.ts';
import {
  ask,
  fail,
  NO_PROGRESS,
  put,
  SUBMISSION_PREFIX,
  withEachProgress,
  withProgress,
} from '../submission.ts';
import { type Answer, ignored } from './answer.ts';
import { hearOutdated } from './hear-outdated.ts';
import { lastingIn } from './lasting.ts';

/** Handles a validator's refusal. */
export function hearRejected(answer: Answer, result: Rejected): ProxyStep {
  const { rejection } = result;
  const { env, submission, member, asked } = answer;
  const { phase } = submission;
  const progress = submission.progress[member.validator.address];
  if (progress === undefined) return ignored(answer);
  const isLatest = env.rules.isLatest(progress, asked.index);
  switch (asked.purpose) {
    case 'check':
      if (phase !== 'checking' || !isLatest) return hearOutdated(answer, result);
      // A validator that would have signed and now refuses has learnt something: its latest word
      // counts.
      return refusedToSign(answer, rejection, { ...progress, admits: false });
    case 'sign':
      if (phase !== 'signing' || !isLatest) return hearOutdated(answer, result);
      if (progress.signature !== undefined) return ignored(answer);
      return refusedToSign(answer, rejection, progress);
    case 'settle':
      if (phase !== 'settling' || progress.settled) return ignored(answer);
      return refusedToSettle(answer, rejection, progress);
    case 'deliver':
      return refusedDelivery(answer, rejection, progress);
    case 'fetch':
    case 'depend':
    case 'basis':
    case 'find':
      return ignored(answer);
  }
}

function refusedToSign(answer: Answer, rejection: Rejection, progress: Progress): ProxyStep {
  const { state, env, submission } = answer;
  const noted = withRefusal(answer, rejection, progress);
  const { sender, nonce } = submission.facts.transaction;
  if ((nextNonceIn(rejection, sender) ?? nonce) > nonce) return findSettled(state, noted);
  const isSeeking = seeksBasis({ state, env }, noted);
  const asked = isSeeking ? askForBasis(state, noted) : { state: put(state, noted), effects: [] };
  const asking = asked.state.submissions.get(noted.facts.id) ?? noted;
  const step =
    isSeeking && needsBasis(rejection, submission)
      ? bringBasis({ ...answer, state: asked.state }, asking)
      : goOnWithout({ ...answer, state: asked.state }, asking, rejection);
  return { state: step.state, effects: [...asked.effects, ...step.effects] };
}

// Goes on as far as the basis of the sender makes no difference.
function goOnWithout(answer: Answer, noted: Submission, rejection: Rejection): ProxyStep {
  const { state, env } = answer;
  const decided = decide(state, noted, env);
  const undecided = decided.state.submissions.get(noted.facts.id);
  if (undecided === undefined) return decided;
  // A handover may take long, and certificates of this transaction can settle meanwhile, so look
  // for one. Not in the first round: most handovers are over before the first repetition.
  if (saysNothing(rejection) && undecided.retries > 0) {
    const finding = findSettled(decided.state, undecided);
    return { state: finding.state, effects: [...decided.effects, ...finding.effects] };
  }
  return { state: decided.state, effects: [...decided.effects, ...catchUp(answer, noted)] };
}

// A valid certificate settles sooner or later, whoever refuses it now. The exception is one signed
// by retired keys which f + 1 validators refuse because the handover did not leave them with the
// transaction: then the current committee has to sign the transaction itself.
function refusedToSettle(answer: Answer, rejection: Rejection, progress: Progress): ProxyStep {
  const { state, env } = answer;
  const noted = withRefusal(answer, rejection, progress);
  if (!isDisowned(state, noted, env)) {
    const waiting = comeBack(answer, noted, rejection);
    return { state: waiting.state, effects: [...waiting.effects, ...catchUp(answer, noted)] };
  }
  // If clients wait for it, its sender still wants the transaction. If not, somebody showed a
  // certificate, which does not say that the sender still wants it.
  return noted.waiting.length > 0
    ? beginWithout(answer, noted)
    : fail(state, noted, unreachable(answer, noted, 'nobody settles its certificate'));
}

function isDisowned(
  state: Answer['state'],
  { certificate, progress }: Submission,
  { rules }: Answer['env'],
): boolean {
  if (certificate === undefined || provesItself(state, certificate)) return false;
  const refusals = Object.values(progress).filter(
    ({ refusal }) => refusal?.code === 'InvalidCertificate' && refusal.rule === 'C8',
  );
  return refusals.length > rules.faultyMax(state.committee.members.length);
}

// Drops the certificate. A transaction that was never broadcast is checked first and is not kept in
// the store.
function beginWithout({ state, env }: Answer, noted: Submission): ProxyStep {
  const afresh = withEachProgress(noted, ({ asking, bringing, holds, isPast }) => ({
    ...NO_PROGRESS,
    asking,
    bringing,
    holds,
    isPast,
  }));
  const bare: Submission = { ...afresh, certificate: undefined, isDisowned: true };
  if (bare.wasBroadcast) return beginSigning(state, bare, env.now);
  const begun = env.rules.begin(state, { ...bare, phase: 'checking' }, env.now);
  const writes = [{ key: SUBMISSION_PREFIX + noted.facts.id, value: undefined }];
  return { state: begun.state, effects: [{ type: 'Persist', writes }, ...begun.effects] };
}

function refusedDelivery(answer: Answer, rejection: Rejection, progress: Progress): ProxyStep {
  const { member, asked } = answer;
  const top = progress.prerequisites.at(-1);
  // An earlier question was about another certificate, which comes after this one.
  if (top?.certificate === undefined || asked.index !== progress.bringing) return ignored(answer);
  const submission = sifted(answer, answer.submission);
  const lacks: Lacks = {
    named: namedBy(progress, rejection, top, answer.env.rules),
    missing: withoutMaker(rejection),
  };
  const change =
    lacks.named.length === 0 && lacks.missing.length === 0
      ? withCertificate(progress, undefined)
      : withLacks(progress, withWitnesses({ submission, member }, lacks));
  const noted = withProgress(submission, member.validator.address, () => change);
  return { state: put(answer.state, noted), effects: catchUp(answer, noted) };
}

// Notes a refusal and what the validator lacks according to it, unless it is catching up already.
function withRefusal(answer: Answer, refusal: Rejection, progress: Progress): Submission {
  const { env, member } = answer;
  const submission = sifted(answer, answer.submission);
  const isCatchingUp = progress.prerequisites.length > 0;
  const named = isCatchingUp
    ? []
    : namedBy(progress, refusal, submission.facts.transaction, env.rules);
  const lacks = withWitnesses({ submission, member }, { named, missing: withoutMaker(refusal) });
  return withProgress(submission, member.validator.address, () => ({
    ...withLacks(progress, lacks),
    ...lastingIn(rejected(refusal), progress, submission),
    refusal,
  }));
}

function withLacks(progress: Progress, { named, missing }: Lacks): Progress {
  return {
    ...progress,
    missing,
    sought: [...progress.sought, ...unsought(progress, missing)],
    prerequisites: stacked(progress.prerequisites, named),
    named: progress.named + named.length,
    bringing: progress.bringing + (named.length > 0 ? 1 : 0),
  };
}

// Acts only on what the refusal newly names: everything else is on its way already.
function catchUp(
  { state, submission, member }: Answer,
  noted: Submission,
): readonly Effect<ProxyResume>[] {
  const { address } = member.validator;
  const before = submission.progress[address] ?? NO_PROGRESS;
  const { named, sought } = noted.progress[address] ?? NO_PROGRESS;
  const lacks = sought.slice(before.sought.length);
  const effects = askForMakers(state, noted, { validator: address, lacks });
  return named > before.named ? [...effects, ...ask(state, noted, [member])] : effects;
}
