import type {
  Address,
  NamedSignature,
  PrunedCertificate,
  Rejection,
  RejectionOf,
  Transaction,
  TransactionEnvelope,
  TransactionFacts,
  TransactionId,
  ValidatorRefusal,
} from '@quorate/protocol';
import type { CommitteeMember } from '../../committee.ts';
import { isForNetwork } from '../../genesis.ts';
import { receiveEnvelope } from '../../open-envelope.ts';
import { signatureFault } from '../../verification/sender-signature.ts';
import { mayBeUsed, nextNonceIn } from '../catch-up/next-nonce.ts';
import { lackedStill } from '../catch-up/sought.ts';
import { goneForGood, isUpToDate, needsBasis } from '../catch-up/standing.ts';
import type { ProxyEnv, ProxyRules, RefusalContext } from '../rule-types.ts';
import { isServing } from '../serving.ts';
import type { Phase, Progress, ProxyState, Submission } from '../state.ts';
import { isAboutCopy } from './about-copy.ts';
import { agreedRefusal, type CountedRefusal } from './agreed-refusal.ts';

/** P1: lists the signatures collected so far, in committee order. */
export function signaturesOf(state: ProxyState, submission: Submission): readonly NamedSignature[] {
  const signatures: NamedSignature[] = [];
  for (const { validator } of state.committee.members) {
    const signature = submission.progress[validator.address]?.signature;
    if (signature !== undefined) signatures.push([validator.address, signature]);
  }
  return signatures;
}

/**
 * P4: tells whether a validator has signed the transaction, or may have signed it unheard: because
 * it was broadcast in an earlier attempt, or because a handover left a validator with it, so that
 * somebody else has broadcast it.
 */
export function isHalfSigned(state: ProxyState, submission: Submission): boolean {
  if (submission.wasBroadcast || signaturesOf(state, submission).length > 0) return true;
  return Object.values(submission.progress).some(({ holds }) => holds);
}

/**
 * Counts the validators that have done what a phase needs. A loop without a list: it runs at every
 * answer.
 */
export function doneCount({ progress }: Pick<Submission, 'progress'>, phase: Phase): number {
  let count = 0;
  for (const validator in progress) {
    const each = progress[validator as Address];
    if (each !== undefined && hasDone(each, phase)) count += 1;
  }
  return count;
}

/** Tells whether so many validators have settled it that its certificate is final (rule P1). */
export function isFinal(
  { committee }: ProxyState,
  submission: Submission,
  rules: ProxyRules,
): boolean {
  return doneCount(submission, 'settling') >= rules.settledEnough(committee.members.length);
}

/** Lists the members that have not yet done what the current phase needs. */
export function owing(state: ProxyState, submission: Submission): readonly CommitteeMember[] {
  return state.committee.members.filter(({ validator }) => {
    const progress = submission.progress[validator.address];
    return progress === undefined || !hasDone(progress, submission.phase);
  });
}

/** Tells whether a validator has done what a phase needs. */
export function hasDone(
  { admits, signature, settled }: Pick<Progress, 'admits' | 'signature' | 'settled'>,
  phase: Phase,
): boolean {
  switch (phase) {
    case 'checking':
      return admits;
    case 'signing':
      return signature !== undefined;
    case 'settling':
      return settled;
  }
}

/**
 * Gives the refusal that ends an attempt (rule P4): f + 1 validators that are up to date refuse in
 * one way, so a correct one does. Undefined while there is none.
 */
export function decidingRefusal(
  state: ProxyState,
  submission: Submission,
  env: ProxyEnv,
): Rejection | undefined {
  const needed = env.rules.faultyMax(state.committee.members.length) + 1;
  const byCode = new Map<string, CountedRefusal[]>();
  for (const each of countedRefusals({ state, env }, submission)) {
    const { code } = each.refusal;
    byCode.set(code, [...(byCode.get(code) ?? []), each]);
  }
  const counted = [...byCode.values()].find(({ length }) => length >= needed);
  if (counted === undefined) return undefined;
  const refusal = agreedRefusal(counted, needed);
  return refusal.code === 'UnexpectedNonce'
    ? { ...refusal, expectedNonce: vouchedNonce(state, submission, env.rules) }
    : refusal;
}

/** P4: lists the refusals that count, in committee order. */
export function countedRefusals(
  context: RefusalContext,
  submission: Submission,
): readonly CountedRefusal[] {
  const { state, env } = context;
  return state.committee.members.flatMap(({ validator: { address } }) => {
    const progress = submission.progress[address];
    const refusal = progress?.refusal;
    if (progress === undefined || refusal === undefined || !isServing(state, address)) return [];
    const isCounted = env.rules.countsRefusal(context, submission, progress, refusal);
    return isCounted ? [{ refusal, progress }] : [];
  });
}

/**
 * Gives the next nonce of an account that is past this transaction's nonce: f + 1 validators report
 * at least this, so a correct one has reached it. Undefined when these are not past the nonce. In
 * the first round also undefined until a quorum has reported: a liar among fewer could make an
 * earlier nonce believed.
 */
export function nonceReported(
  state: ProxyState,
  submission: Submission,
  rules: ProxyRules,
): bigint | undefined {
  const { facts, retries } = submission;
  const isEarly = noncesReported(submission).length < rules.quorum(state.committee.members.length);
  if (isEarly && retries === 0) return undefined;
  const vouched = vouchedNonce(state, submission, rules);
  return vouched > facts.transaction.nonce ? vouched : undefined;
}

/**
 * V5: refuses a transaction at whose nonce another has settled. It reports the sender's next nonce
 * if that is known, otherwise the one after this.
 */
export function rivalFault(
  { nonce }: Transaction,
  expectedNonce = nonce + 1n,
): RejectionOf<'UnexpectedNonce'> {
  return { code: 'UnexpectedNonce', rule: 'V5', nonce, expectedNonce };
}

/**
 * Reports a quorum that cannot be reached, with the validators that refused and their reasons (P8).
 */
export function quorumUnreachable(
  { state, env: { rules } }: RefusalContext,
  submission: Submission,
  reason: string,
): RejectionOf<'QuorumUnreachable'> {
  const pruned = prunedOf(submission, rules);
  return {
    code: 'QuorumUnreachable',
    rule: 'P8',
    reason: pruned.length === 0 ? reason : `${reason}, and what a validator lacks is pruned`,
    unsettled: rules.mayBeSigned(state, submission) || mayBeUsed(state, submission, rules),
    refusals: refusalsOf(submission),
    silent: silentOf(state, submission),
    ...(pruned.length === 0 ? {} : { pruned }),
  };
}

// Lists the certificates that refusing validators lack and nobody can show.
function prunedOf(submission: Submission, rules: ProxyRules): readonly PrunedCertificate[] {
  const pruned = new Map<TransactionId, PrunedCertificate>();
  for (const each of Object.values(submission.progress)) {
    if (each.refusal === undefined) continue;
    const gone = each.basis === undefined ? [] : goneForGood(rules, submission, each.basis);
    for (const one of [...each.pruned, ...gone]) pruned.set(one.transactionId, one);
  }
  return [...pruned.values()];
}

function refusalsOf({ progress }: Submission): readonly ValidatorRefusal[] {
  return Object.entries(progress).flatMap(([validator, { refusal }]) =>
    refusal === undefined ? [] : [{ validator: validator as Address, rejection: refusal }],
  );
}

function silentOf(state: ProxyState, submission: Submission): readonly Address[] {
  return owing(state, submission)
    .map(({ validator }) => validator.address)
    .filter((validator) => submission.progress[validator]?.refusal === undefined);
}

/**
 * P4: tells whether some validator may have signed the transaction, so that its outcome must stay
 * open.
 *
 * A validator that was asked and has not answered may have signed. So may one that was asked again
 * after a refusal, because answers to repetitions are not told apart. One signature can be enough:
 * at the end of the epoch, the next committee takes over what a snapshot shows.
 */
export function mayBeSigned(state: ProxyState, submission: Submission): boolean {
  if (isHalfSigned(state, submission)) return true;
  switch (submission.phase) {
    case 'checking':
      return false;
    case 'signing': {
      const all = Object.values(submission.progress);
      return submission.retries > 0 || all.some(({ refusal }) => refusal === undefined);
    }
    case 'settling':
      return true;
  }
}

// Gives the nonce that f + 1 validators report or exceed.
function vouchedNonce(
  { committee }: ProxyState,
  submission: Submission,
  { faultyMax }: ProxyRules,
): bigint {
  const reported = noncesReported(submission).toSorted((a, b) => (a > b ? -1 : 1));
  return reported[faultyMax(committee.members.length)] ?? 0n;
}

function noncesReported({
  progress,
  facts,
}: Pick<Submission, 'progress' | 'facts'>): readonly bigint[] {
  const { sender } = facts.transaction;
  return Object.values(progress).flatMap(({ refusal }) => nextNonceIn(refusal, sender) ?? []);
}

/**
 * P4: tells whether a refusal counts.
 *
 * A validator that lags refuses what it will sign once it has caught up, and one that is ahead can
 * show a certificate: neither counts. Nor does a refusal that objects to something the proxy itself
 * has checked.
 */
export function countsRefusal(
  context: RefusalContext,
  submission: Submission,
  progress: Progress,
  refusal: Rejection,
): boolean {
  if (isAboutCopy(refusal, submission, context.state)) return false;
  switch (refusal.code) {
    case 'NonSubmittableOperation':
      if (isAboutClaim(refusal.operationIndex, submission)) return false;
      return !needsBasis(refusal, submission) || isCaughtUp(context, submission, progress);
    case 'InsufficientFunding':
      return isCaughtUp(context, submission, progress);
    case 'InvalidSignature':
      return true;
    case 'PreviousTransactionMustBeConfirmedFirst':
      return holdsRival(context, refusal.pending, submission.facts);
    case 'UnexpectedNonce':
    case 'MissingDependency':
      return submission.phase === 'checking' && isStuck(context, submission, progress);
    default:
      return false;
  }
}

// Only the verifier signatures of a claim can be wrong, and the proxy has checked them too.
function isAboutClaim(index: number | undefined, { facts }: Submission): boolean {
  return facts.transaction.operations[index ?? -1]?.kind === 'ExternalClaim';
}

function isCaughtUp(context: RefusalContext, submission: Submission, progress: Progress): boolean {
  return progress.prerequisites.length === 0 && isUpToDate(context, submission, progress.basis);
}

// If a quorum, including the validator that lacks it, cannot show one and the same after some
// repetitions, it is taken not to exist. This is safe while nothing is locked.
function isStuck(
  { state, env }: RefusalContext,
  { retries }: Submission,
  progress: Progress,
): boolean {
  const quorum = env.rules.quorum(state.committee.members.length);
  const without = (name: string) => progress.unfound.filter(({ sought }) => sought === name);
  const isGone = (name: string) => 1 + without(name).length >= quorum;
  return retries >= SEARCHES && lackedStill(progress).some(isGone);
}

// A correct validator holds only what its sender has signed for this network. A refusal that shows
// anything else does not count and is not passed on (rule P2).
function holdsRival(
  { state: { network }, env: { verifier } }: RefusalContext,
  pending: readonly TransactionEnvelope[],
  { id, transaction }: TransactionFacts,
): boolean {
  const held = pending.map((envelope) => receiveEnvelope(envelope));
  const isGenuine = held.every(
    (each) =>
      !('rejection' in each) &&
      isForNetwork(each.facts.transaction, network) &&
      signatureFault(each.envelope.signature, each.facts, verifier) === undefined,
  );
  const isRival = held.some((each) => {
    if ('rejection' in each) return false;
    const { sender, nonce } = each.facts.transaction;
    return sender === transaction.sender && nonce === transaction.nonce && each.facts.id !== id;
  });
  return isRival && isGenuine;
}

/** How many repetitions something missing is searched for before it is taken not to exist. */
const SEARCHES = 2;
