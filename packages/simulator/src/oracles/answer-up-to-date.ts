import { memberAt, type Result } from '@quorate/core';
import { factsOf, type TransactionId } from '@quorate/protocol';
import type { Oracle, ProxyStep } from './oracle.ts';
import { perLife } from './per-life.ts';
import { answerIn, type Driven, type Progress, proxyFinding, transactionIn } from './proxy-view.ts';

/**
 * A correct proxy ignores the answer to an earlier question. A later question is asked when the
 * validator was brought something; it has another number, and earlier refusals are then out of
 * date. It was brought something only if it says that it has settled it. And it is not counted both
 * as refusing and as having done what it was asked (rule P4).
 *
 * Our addition to ledger.md. The number of refusals ends an attempt, so an outdated one does harm
 * only together with others.
 */
export function answerUpToDate(): Oracle {
  const questionsOf = perLife((_: ProxyStep): Questions => new Map());

  return {
    name: 'answer-up-to-date',
    kind: 'safety',
    afterProxyStep: (step) => {
      const asked = questionsOf(step);
      const change = changeIn(step);
      const what =
        change && (takenTooLate(change, asked) ?? refusedBesides(change) ?? outdatedBy(change));
      note(step, asked);
      if (change === undefined || what === undefined) return undefined;
      return proxyFinding(step.node, change.id, what);
    },
  };
}

/** For each transaction, the id of the latest request to check or sign it, by validator. */
type Questions = Map<TransactionId, Map<string, string>>;

const LONG = 64;

function note({ observation: { effects, after } }: ProxyStep, asked: Questions): void {
  for (const effect of effects) {
    if (effect.type !== 'Send') continue;
    const { to, message } = effect;
    if (message.type !== 'CheckTransaction' && message.type !== 'SubmitTransaction') continue;
    const id = transactionIn(message.requestId);
    const latest = asked.get(id) ?? new Map<string, string>();
    asked.set(id, latest.set(to, message.requestId));
  }
  if (asked.size <= LONG) return;
  for (const id of asked.keys()) if (!after.submissions.has(id)) asked.delete(id);
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

function takenTooLate(change: Change, asked: Questions): string | undefined {
  const { id, name, requestId, result, was, is } = change;
  const latest = asked.get(id)?.get(name);
  // Requests to settle are other questions.
  const isQuestion = requestId.startsWith('check:') || requestId.startsWith('sign:');
  if (!isQuestion || latest === undefined || latest === requestId) return undefined;
  const isRefusalTaken =
    result.type === 'Rejected' && is.refusal === result.rejection && was.refusal !== is.refusal;
  const isAdmitted = result.type === 'Admissible' && is.admits && !was.admits;
  return isRefusalTaken || isAdmitted
    ? `takes what ${name} said to an earlier question for what it says now`
    : undefined;
}

function refusedBesides({ name, submission: { phase }, was, is }: Change): string | undefined {
  const isNew = is.refusal !== undefined && is.refusal !== was.refusal;
  const done = { checking: is.admits, signing: is.signature !== undefined, settling: is.settled };
  return isNew && done[phase]
    ? `counts ${name} among those who refuse what it has done`
    : undefined;
}

function outdatedBy({ name, result, was, is }: Change): string | undefined {
  if (is.brought.length > was.brought.length) {
    const delivered = was.prerequisites.at(-1)?.certificate;
    const isSettled =
      delivered !== undefined &&
      result.type === 'Settled' &&
      factsOf(delivered.envelope.transaction).id === result.transactionId;
    if (!isSettled) return `takes for brought what ${name} has not settled`;
    if (is.asking === was.asking) return `asks ${name} as before it was brought something`;
    const isLeft = is.prerequisites.length === 0 && is.refusal !== undefined;
    return isLeft ? `holds what ${name} refused before it was brought what it lacked` : undefined;
  }
  const isShown = is.basis?.isWhole === true && was.basis?.isWhole !== true;
  const isLeft = is.refusal?.code === 'InsufficientFunding' && is.refusal === was.refusal;
  return isShown && isLeft
    ? `holds what ${name} refused before it had shown what its word rests on`
    : undefined;
}
