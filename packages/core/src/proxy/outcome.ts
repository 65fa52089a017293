import type {
  Address,
  NamedSignature,
  Rejection,
  TransactionEnvelope,
  TransactionFacts,
  ValidatorRefusal,
} from '@quorate/protocol';
import type { CommitteeMember } from '../committee.ts';
import { receiveEnvelope } from '../open-envelope.ts';
import type { ProxyRules } from './rules.ts';
import type { ProxyState, Submission } from './state.ts';

/** Lists the signatures collected so far, in committee order. */
export function signaturesOf(state: ProxyState, submission: Submission): readonly NamedSignature[] {
  return state.committee.members.flatMap((member): NamedSignature[] => {
    const { address } = member.validator;
    const signature = submission.progress[address]?.signature;
    return signature === undefined ? [] : [[address, signature]];
  });
}

/** Counts the validators that have settled a submission. */
export function settledCount({ progress }: Submission): number {
  return Object.values(progress).filter(({ settled }) => settled).length;
}

/** Lists the members that owe an answer in the present phase. */
export function owing(state: ProxyState, submission: Submission): readonly CommitteeMember[] {
  return state.committee.members.filter(({ validator }) => {
    const progress = submission.progress[validator.address];
    return submission.certificate === undefined
      ? progress?.signature === undefined
      : progress?.settled !== true;
  });
}

/**
 * Gives the refusal that ends an attempt: one kind from f + 1 validators, so from a correct one
 * (rule P4). Undefined while a quorum can still form.
 */
export function decidingRefusal(
  state: ProxyState,
  submission: Submission,
  rules: ProxyRules,
): Rejection | undefined {
  const needed = rules.faultyMax(state.committee.members.length) + 1;
  const byCode = new Map<string, Rejection[]>();
  for (const { refusal } of Object.values(submission.progress)) {
    if (refusal === undefined || !isFinal(refusal, submission)) continue;
    byCode.set(refusal.code, [...(byCode.get(refusal.code) ?? []), refusal]);
  }
  for (const refusals of byCode.values()) {
    if (refusals.length >= needed) return refusals[0];
  }
  return undefined;
}

/**
 * Gives the next nonce of an account whose nonce in question is settled: what f + 1 validators
 * report, so that a correct one stands there, and at least the one after.
 */
export function nonceReported(
  state: ProxyState,
  { facts, progress }: Submission,
  rules: ProxyRules,
): bigint {
  const reported = Object.values(progress)
    .flatMap(({ refusal }) => (refusal?.code === 'UnexpectedNonce' ? [refusal.expectedNonce] : []))
    .toSorted((a, b) => (a > b ? -1 : 1));
  const vouched = reported[rules.faultyMax(state.committee.members.length)] ?? 0n;
  const following = facts.transaction.nonce + 1n;
  return vouched > following ? vouched : following;
}

/**
 * Reports a quorum that cannot be reached, with who refused and why (rule P8).
 *
 * A validator that was asked and has not answered may have signed; it counts as one that did.
 */
export function quorumUnreachable(submission: Submission, reason: string): Rejection {
  return {
    code: 'QuorumUnreachable',
    rule: 'P8',
    reason,
    unsettled: mayBeSigned(submission),
    refusals: refusalsOf(submission),
  };
}

function refusalsOf({ progress }: Submission): readonly ValidatorRefusal[] {
  return Object.entries(progress).flatMap(([validator, { refusal }]) =>
    refusal === undefined ? [] : [{ validator: validator as Address, rejection: refusal }],
  );
}

function mayBeSigned({ certificate, progress }: Submission): boolean {
  return (
    certificate !== undefined || Object.values(progress).some((each) => each.refusal === undefined)
  );
}

// A validator that lags refuses what it will sign once it has caught up, and one that is ahead has a
// certificate to show: neither decides anything.
function isFinal(refusal: Rejection, { facts, retries }: Submission): boolean {
  switch (refusal.code) {
    case 'InvalidRequest':
    case 'NonSubmittableOperation':
    case 'InvalidSignature':
      return true;
    case 'PreviousTransactionMustBeConfirmedFirst':
      return refusal.pending.some((envelope) => isRival(envelope, facts));
    case 'InsufficientFunding':
      return retries >= FUNDING_RETRIES;
    default:
      return false;
  }
}

function isRival(envelope: TransactionEnvelope, { id, transaction }: TransactionFacts): boolean {
  const held = receiveEnvelope(envelope);
  if ('rejection' in held) return false;
  const { sender, nonce } = held.facts.transaction;
  return sender === transaction.sender && nonce === transaction.nonce && held.facts.id !== id;
}

/** How often a transaction is sent again before missing funds are believed to be missing. */
const FUNDING_RETRIES = 3;
