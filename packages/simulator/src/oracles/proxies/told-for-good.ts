import { type Result, readableFacts } from '@quorate/core';
import type { Address, Rejection, TransactionFacts } from '@quorate/protocol';
import type { Finding, ProxyStep } from '../oracle.ts';
import {
  answerIn,
  answeringIn,
  asksForSignature,
  type Driven,
  type Progress,
  proxyFinding,
  transactionIn,
} from './proxy-view.ts';

/**
 * Finds a proxy that does not note, or no longer knows, what a validator has told for good of a
 * transaction that it drives: that it holds it, or that its account is past the nonce. Whichever
 * question was answered so, and whichever answer came later, that stays true.
 */
export function wordForgottenIn(step: ProxyStep): Finding | undefined {
  const { before, after } = step.observation;
  if (before.submissions === after.submissions) return notNoted(step);
  for (const is of after.submissions.values()) {
    const was = before.submissions.get(is.facts.id);
    if (was === undefined || was === is) continue;
    const isSame = before.committee === after.committee;
    const what = isSame ? nowForgotten(was, is) : leftBehind(was, is);
    if (what !== undefined) return proxyFinding(step.node, is.facts.id, what);
  }
  return notNoted(step);
}

const USED = 'forgets that a validator is past the nonce';
const HELD = 'forgets that a validator holds the transaction';

function nowForgotten(was: Driven, is: Driven): string | undefined {
  if (was.wasPast && !is.wasPast) return USED;
  for (const [validator, known] of Object.entries(was.progress)) {
    const now = is.progress[validator as Address];
    if (now === undefined) continue;
    if (known.isPast && !now.isPast) return USED;
    if (known.holds && !now.holds) return HELD;
  }
  return undefined;
}

// The members of the next committee are others, but the nonce is the same.
function leftBehind(was: Driven, { wasPast, wasBroadcast }: Driven): string | undefined {
  const all: readonly Progress[] = Object.values(was.progress);
  if (!wasPast && (was.wasPast || all.some(({ isPast }) => isPast))) return USED;
  return !wasBroadcast && all.some(({ holds }) => holds) ? HELD : undefined;
}

// What is about to settle needs no hints any more, nor does what the same validator has signed.
function notNoted({ node, observation: { input, before, after } }: ProxyStep): Finding | undefined {
  const answer = answerIn(input);
  if (answer === undefined || !asksForSignature(answer.requestId)) return undefined;
  const id = transactionIn(answer.requestId);
  const is = after.submissions.get(id);
  const validator = answeringIn(before.committee, input);
  if (is === undefined || validator === undefined || is.phase === 'settling') return undefined;
  if (before.submissions.get(id) === undefined || before.committee !== after.committee)
    return undefined;
  const progress = is.progress[validator];
  if (progress === undefined || progress.signature !== undefined) return undefined;
  const isUsed = !progress.isPast && isPast(answer.result, is.facts);
  const isHeld = !progress.holds && holds(answer.result, is.facts);
  const what = isUsed ? USED : isHeld ? HELD : undefined;
  return what && proxyFinding(node, id, what);
}

function isPast(result: Result, { transaction }: TransactionFacts): boolean {
  if (result.type !== 'Rejected') return false;
  const { rejection } = result;
  const { sender, nonce } = transaction;
  if (rejection.code === 'UnexpectedNonce') return rejection.expectedNonce > nonce;
  const [first] = pendingIn(rejection).filter((held) => held.transaction.sender === sender);
  return first !== undefined && first.transaction.nonce > nonce;
}

function holds(result: Result, { id }: TransactionFacts): boolean {
  if (result.type === 'Admissible') return result.transactionId === id && result.isHeld === true;
  if (result.type !== 'Rejected') return false;
  const { rejection } = result;
  const isSaid = rejection.code === 'NonSubmittableOperation' && rejection.isHeld === true;
  return isSaid || pendingIn(rejection).some((held) => held.id === id);
}

function pendingIn(rejection: Rejection): readonly TransactionFacts[] {
  if (rejection.code !== 'PreviousTransactionMustBeConfirmedFirst') return [];
  return rejection.pending.flatMap((envelope) => readableFacts(envelope) ?? []);
}
