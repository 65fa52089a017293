import { type ProxyState, readableFacts } from '@quorate/core';
import type { Rejection, TransactionFacts } from '@quorate/protocol';
import { faultyMax, quorumSize } from '../../quorums.ts';
import type { Finding, Oracle, ProxyStep } from '../oracle.ts';
import {
  type Driven,
  drivenFor,
  inReplies,
  type Progress,
  type ProxyInput,
  type Refused,
  type Reply,
  refusalsOf,
} from './proxy-view.ts';

/**
 * A correct proxy refuses a transaction that it drives in the name of validators only if f + 1 of
 * them refuse it for the same cause, and all of these are up to date: a quorum has nothing to show
 * of what each of them lacks, a quorum has shown the basis of the sender, and what each holds
 * instead is at the very nonce (rules P4, P6). A basis that is longer than a proxy reads cannot be
 * compared; then a quorum that refuses so is as good.
 *
 * Our addition to ledger.md. Without that, the refusal may by luck be right all the same.
 */
export function refusalCounted(): Oracle {
  return {
    name: 'refusal-counted',
    kind: 'safety',
    afterProxyStep: (step) => inReplies(step, uncounted),
  };
}

const COUNTED: ReadonlySet<Rejection['code']> = new Set([
  'InsufficientFunding',
  'InvalidSignature',
  'MissingDependency',
  'NonSubmittableOperation',
  'PreviousTransactionMustBeConfirmedFirst',
]);

function uncounted(
  { node, observation: { input, before, after } }: ProxyStep,
  answer: Reply,
): Finding | undefined {
  const { result } = answer;
  if (result.type !== 'Rejected' || !COUNTED.has(result.rejection.code)) return undefined;
  const { code } = result.rejection;
  const driven = drivenFor(before, answer);
  if (driven === undefined || after.submissions.has(driven.facts.id)) return undefined;
  const count = countOf(code, { driven, before, input });
  if (count > faultyMax(before.committee.members.length)) return undefined;
  return {
    message: `${node} refuses with ${code} what ${count} up to date refuse so`,
    facts: { proxy: node, transaction: driven.facts.id, code },
  };
}

interface Standing {
  readonly driven: Driven;
  readonly before: ProxyState;
  readonly input: ProxyInput;
}

function countOf(code: Rejection['code'], standing: Standing): number {
  const { before, driven, input } = standing;
  const all = refusalsOf(before, driven, input);
  const alike = all.filter(({ refusal }) => isOfBasis(refusal)).length;
  return all.filter((each) => counts(code, each, { ...standing, alike })).length;
}

// These codes say that funds or a right are lacking, which others may have certificates of.
function isOfBasis({ code }: Rejection): boolean {
  return code === 'InsufficientFunding' || code === 'NonSubmittableOperation';
}

function counts(
  code: Rejection['code'],
  { progress, refusal }: Refused,
  { driven, before, input, alike }: Standing & { readonly alike: number },
): boolean {
  if (refusal.code !== code) return false;
  const quorum = quorumSize(before.committee.members.length);
  // One of them may say so in this step.
  const more = input.type === 'Message' ? 1 : 0;
  switch (refusal.code) {
    case 'MissingDependency':
      return 1 + lackingMost(progress) + more >= quorum;
    case 'InsufficientFunding': {
      if (progress.prerequisites.length > 0) return false;
      if (progress.basis?.isCut === true) return alike >= quorum;
      const shown = Object.values(driven.progress).filter(({ basis }) => basis?.isWhole === true);
      return shown.length + more >= quorum;
    }
    case 'PreviousTransactionMustBeConfirmedFirst':
      return refusal.pending.some((envelope) => isRival(readableFacts(envelope), driven.facts));
    default:
      return true;
  }
}

/** Counts who has nothing to show of one and the same thing; the greatest number of these. */
function lackingMost({ unfound }: Pick<Progress, 'unfound'>): number {
  const counts = unfound.map(
    ({ sought }) => unfound.filter((each) => each.sought === sought).length,
  );
  return Math.max(0, ...counts);
}

function isRival(
  held: TransactionFacts | undefined,
  { id, transaction }: TransactionFacts,
): boolean {
  const { sender, nonce } = transaction;
  return held?.id !== id && held?.transaction.sender === sender && held.transaction.nonce === nonce;
}
