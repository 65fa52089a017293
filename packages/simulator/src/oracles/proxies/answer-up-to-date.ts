import { memberAt, nodeNameOf, type Result } from '@quorate/core';
import { type TransactionId, transactionId } from '@quorate/protocol';
import { perLife } from '../following/per-life.ts';
import type { Oracle, ProxyStep } from '../oracle.ts';
import {
  answerIn,
  asksForSignature,
  brings,
  type Driven,
  type Progress,
  proxyFinding,
  transactionIn,
} from './proxy-view.ts';
import { createQuestions } from './told-apart.ts';
import { wordForgottenIn } from './told-for-good.ts';

/**
 * A correct proxy ignores the answer to an earlier question. A later question is asked when the
 * validator was brought something; it has another number, and earlier refusals are then out of
 * date. It was brought something only if it says that it has settled it. And it is not counted both
 * as refusing and as having done what it was asked. Answers to different questions can be told
 * apart, and what was told for good stays known (rule P4).
 *
 * Our addition to ledger.md. The number of refusals ends an attempt, so an outdated one does harm
 * only together with others.
 */
export function answerUpToDate(): Oracle {
  const questions = createQuestions();
  const lifeOf = perLife(
    (_: ProxyStep): Life => ({ asked: new Map(), brought: new Map(), shown: new Map() }),
  );

  return {
    name: 'answer-up-to-date',
    kind: 'safety',
    afterProxyStep: (step) => {
      const life = lifeOf(step);
      const change = changeIn(step);
      const what =
        change &&
        (takenTooLate(change, life) ??
          refusedBesides(change) ??
          outdatedBy(change) ??
          shownBefore(change, life));
      note(step, life);
      forgetEarly(step, life.asked);
      const mixed = questions.note(step);
      return change !== undefined && what !== undefined
        ? proxyFinding(step.node, change.id, what)
        : (mixed ?? wordForgottenIn(step));
    },
  };
}

/** For each transaction, the id of the latest request of one kind, by validator. */
type Questions = Map<TransactionId, Map<string, string>>;

/** What a proxy has asked since it started. */
interface Life {
  /** To check or sign the transaction. */
  readonly asked: Questions;
  /** To settle something that comes before it. */
  readonly brought: Questions;
  /** What was asked last when a validator had shown everything that its word rests on. */
  readonly shown: Questions;
}

function note({ observation: { effects, after } }: ProxyStep, life: Life): void {
  for (const effect of effects) {
    if (effect.type !== 'Send') continue;
    const { to, message } = effect;
    if (message.type === 'CheckTransaction' || message.type === 'SubmitTransaction')
      noteIn(life.asked, to, message.requestId);
    if (message.type === 'SubmitCertificate' && brings(message.requestId))
      noteIn(life.brought, to, message.requestId);
  }
  for (const questions of Object.values(life)) forgetEnded(questions, after);
}

/** So many transactions are kept before it is looked which of them have ended. */
const KEPT_MAX = 64;

function forgetEnded(questions: Questions, { submissions }: ProxyStep['observation']['after']) {
  if (questions.size <= KEPT_MAX) return;
  for (const id of questions.keys()) if (!submissions.has(id)) questions.delete(id);
}

function noteIn(questions: Questions, name: string, requestId: string): void {
  const id = transactionIn(requestId);
  const latest = questions.get(id) ?? new Map<string, string>();
  questions.set(id, latest.set(name, requestId));
}

/** No question has this id. */
const NONE = '';

// What a member was asked before it was known to serve is no question of now.
function forgetEarly(step: ProxyStep, asked: Questions): void {
  const { before, after, effects } = step.observation;
  const newly = servingSince(step.observation);
  if (newly.length === 0) return;
  const requested = effects.map((effect) =>
    effect.type === 'Send' ? `${effect.to} ${effect.message.requestId}` : undefined,
  );
  for (const [id, latest] of asked) {
    const submission = after.submissions.get(id);
    if (submission === undefined || !before.submissions.has(id)) continue;
    for (const { validator } of newly) {
      const name = nodeNameOf(validator);
      const isAsked = requested.includes(`${name} ${latest.get(name)}`);
      if (!isAsked && owes(submission, validator.address)) latest.set(name, NONE);
    }
  }
}

function servingSince({ before, after }: ProxyStep['observation']) {
  if (before.serving === after.serving || before.committee !== after.committee) return [];
  return after.committee.members.filter(
    ({ validator: { address } }) => !before.serving.has(address) && after.serving.has(address),
  );
}

function owes({ phase, progress }: Driven, validator: keyof Driven['progress']): boolean {
  const { admits = false, signature } = progress[validator] ?? {};
  return phase !== 'settling' && !admits && signature === undefined;
}

/** The progress of a submission with a validator before and after its answer. */
interface Change {
  readonly id: TransactionId;
  readonly name: string;
  readonly requestId: string;
  readonly result: Result;
  readonly submission: Driven;
  readonly was: Progress;
  readonly is: Progress;
}

function changeIn({ observation: { input, before, after } }: ProxyStep): Change | undefined {
  const answer = answerIn(input);
  if (input.type !== 'Message' || answer === undefined) return undefined;
  const { requestId, result } = answer;
  const id = transactionIn(requestId);
  const first = before.submissions.get(id);
  const submission = after.submissions.get(id);
  if (first === undefined || submission === undefined || first === submission) return undefined;
  const member = memberAt(after.committee, input.from);
  if (member === undefined) return undefined;
  const { address } = member.validator;
  const was = first.progress[address];
  const is = submission.progress[address];
  if (was === undefined || is === undefined || was === is) return undefined;
  return { id, name: input.from, requestId, result, submission, was, is };
}

function takenTooLate(change: Change, { asked, brought }: Life): string | undefined {
  const { id, name, requestId, result, was, is } = change;
  const isBrought = brings(requestId);
  const latest = (isBrought ? brought : asked).get(id)?.get(name);
  // Requests to settle are other questions.
  const isQuestion = isBrought || asksForSignature(requestId);
  if (!isQuestion || latest === undefined || latest === requestId) return undefined;
  const isRefusal = result.type === 'Rejected';
  const isRefusalTaken = isRefusal && is.refusal === result.rejection && was.refusal !== is.refusal;
  const isAdmitted = result.type === 'Admissible' && is.admits && !was.admits;
  return isRefusalTaken || isAdmitted || (isBrought && isRefusal)
    ? `takes what ${name} said to an earlier question for what it says now`
    : undefined;
}

// A refusal that answers a question from before the validator had shown everything may arrive after
// that.
function shownBefore(
  { id, name, requestId, result, was, is }: Change,
  { asked, shown }: Life,
): string | undefined {
  const latest = asked.get(id)?.get(name);
  if (is.basis?.isWhole === true && was.basis?.isWhole !== true && latest !== undefined) {
    noteIn(shown, name, latest);
  }
  if (result.type !== 'Rejected' || is.refusal !== result.rejection) return undefined;
  const isOlder = is.basis?.isWhole === true && shown.get(id)?.get(name) === requestId;
  return isOlder && result.rejection.code === 'InsufficientFunding'
    ? olderThanShown(name)
    : undefined;
}

function refusedBesides({ name, submission: { phase }, was, is }: Change): string | undefined {
  const isNew = is.refusal !== undefined && is.refusal !== was.refusal;
  const done = { checking: is.admits, signing: is.signature !== undefined, settling: is.settled };
  return isNew && done[phase]
    ? `counts ${name} among those who refuse what it has done`
    : undefined;
}

function olderThanShown(name: string): string {
  return `holds what ${name} refused before it had shown what its word rests on`;
}

function outdatedBy({ name, result, was, is }: Change): string | undefined {
  if (is.brought.length > was.brought.length) {
    const delivered = was.prerequisites.at(-1)?.certificate;
    const isSettled =
      delivered !== undefined &&
      result.type === 'Settled' &&
      transactionId(delivered.envelope.transaction) === result.transactionId;
    if (!isSettled) return `takes for brought what ${name} has not settled`;
    if (is.asking === was.asking) return `asks ${name} as before it was brought something`;
    const isLeft = is.prerequisites.length === 0 && is.refusal !== undefined;
    return isLeft ? `holds what ${name} refused before it was brought what it lacked` : undefined;
  }
  const isShown = is.basis?.isWhole === true && was.basis?.isWhole !== true;
  const isLeft = is.refusal?.code === 'InsufficientFunding' && is.refusal === was.refusal;
  return isShown && isLeft ? olderThanShown(name) : undefined;
}
