import {
  CERTIFICATE_PREFIX,
  type CertificateRow,
  claimedCommittee,
  isTombstone,
  type Ledger,
  type Lock,
  nonceKey,
  type Response,
  type Result,
} from '@quorate/core';
import { type Address, factsOf, transactionId } from '@quorate/protocol';
import { isPersist } from './following/is-persist.ts';
import { isOpen } from './following/refusal-kinds.ts';
import { submissionOf } from './following/submission-of.ts';
import { keysOf } from './model/keys-of.ts';
import { certificatesSettled } from './model/settled-by.ts';
import type { GivenSignature, Settled, Start, ValidatorStep } from './oracle.ts';

/**
 * The situations that runs should get into, by name, with a description.
 *
 * None of them is wrong. One that never occurs in many runs shows that these runs test less than
 * they seem to. All validators mentioned are correct ones.
 */
export const SITUATIONS = {
  'conflict-locked': 'a validator refuses a transaction because it holds a rival (V4)',
  'both-rivals-signed': 'two transactions for one nonce both have a signature',
  'signature-repeated': 'a validator answers a repeated submission with the same signature (V4)',
  'crash-between-sign-and-answer': 'a validator goes down with a signature that has not left (V8)',
  'restart-with-lock': 'a validator finds a lock in its store when it comes up (V8)',
  'locked-then-certified': 'a certificate settles whose transaction the validator had locked',
  'certificate-before-submission': 'a certificate settles whose transaction it never locked (S5)',
  'rival-lock-lifted': 'a certificate settles where the validator had locked a rival (S5)',
  'duplicate-settlement': 'a certificate arrives that is settled already (S2)',
  'evidence-kept': 'a certificate arrives where a rival is settled, and is kept (S2)',
  'catch-up': 'a validator settles for an account of which it had lacked certificates (S3, P6)',
  'missing-dependency': 'a validator lacks what a transaction builds on (V6, S4)',
  'negative-balance': 'a balance goes below zero until a credit arrives (S6)',
  'refused-at-epoch-end':
    'a validator refuses to sign because its epoch has ended, and it has not merged (V4)',
  merged: 'a validator has merged what a committee held, and serves in the next epoch (C6)',
  'change-upon-change':
    'a validator settles a change of committee while it still announces the one before (C4)',
  'merged-lock': 'a merge forbids the rivals of what the validator has not signed (C6)',
  'merged-contest': 'a merge finds two rivals for one nonce (C6)',
  'signed-again': 'a validator signs in a new epoch what a merge had left it with (C6)',
  'settled-across-epochs':
    'a certificate of an earlier epoch settles at a member of a later one (C8)',
  'late-pushed': 'a validator begins to push what has settled too late for its snapshot (C4)',
  'restart-between-epochs':
    'a validator comes up that knows of a later epoch than the one whose locks it holds (C4)',
  'request-too-young':
    'a validator refuses a request that comes too soon after a change of committee (C2)',
  'former-key-refused':
    'a validator refuses what gives the key of a committee that has ended a forbidden role (V3)',
  pruned: 'a validator lets a certificate go',
  'pruned-asked-for': 'a validator is asked for a certificate that it has let go (P7)',
  'refused-after-lock': 'a client is refused a transaction that some validator has signed (P4)',
} as const;

/** The name of a situation. */
export type SituationName = keyof typeof SITUATIONS;

/** How often a run got into a situation. */
export interface SituationCount {
  readonly name: SituationName;
  readonly count: number;
}

/** Counts situations during a run. */
export interface Situations {
  afterStep(step: ValidatorStep): void;
  afterSettlement(settled: Settled): void;
  afterSigning(signature: GivenSignature): void;
  afterStart(start: Start): void;
  /** A correct validator went down, together with these unsent answers. */
  afterEnd(unsent: Start['unsent']): void;
  /** A proxy answered a request. */
  answered(response: Response): void;
  /** Lists all situations, including those that never occurred. */
  counts(): readonly SituationCount[];
}

/**
 * Creates the counts of a run in which nothing has happened. Evidence against leaked keys proves
 * nothing, so it is not counted.
 */
export function createSituations(isLeaked: (key: Address) => boolean = () => false): Situations {
  const counts = new Map<SituationName, number>();
  const lagging = new Set<string>();
  const signed = new Map<string, string>();
  const signedIds = new Set<string>();

  function count(name: SituationName | undefined): void {
    if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1);
  }

  function afterEnd(unsent: Start['unsent']): void {
    if (unsent.some(({ type }) => type === 'Signed')) count('crash-between-sign-and-answer');
  }

  function countAll(names: readonly SituationName[]): void {
    for (const name of names) count(name);
  }

  return {
    afterStep(step) {
      countAll(mergedIn(step));
      countAll(outlivedIn(step));
      countAll(overtakenIn(step));
      countAll(lateIn(step));
      countAll(prunedIn(step));
      for (const effect of step.observation.effects) {
        if (effect.type !== 'Reply') continue;
        const name = answeredWith(effect.result, step);
        if (name !== 'evidence-kept' || !isBy(step, isLeaked)) count(name);
        if (showsLag(effect.result)) lagging.add(`${step.validator}/${accountOf(step)}`);
      }
    },
    afterSettlement({ validator, facts, transaction: { sender }, before, changes }) {
      if (lagging.size > 0 && lagging.delete(`${validator}/${sender}`)) count('catch-up');
      count(lockedBefore(before.account.get(sender)?.lock, facts.id));
      for (const { table, value, was } of changes) {
        if (table !== 'balance') continue;
        if ((value ?? 0n) < 0n && (was ?? 0n) >= 0n) count('negative-balance');
      }
    },
    afterSigning({ isCorrect, facts: { id, transaction } }) {
      signedIds.add(id);
      if (!isCorrect) return;
      const key = nonceKey(transaction.sender, transaction.nonce);
      const first = signed.get(key) ?? id;
      if (first !== id) count('both-rivals-signed');
      signed.set(key, first);
    },
    afterStart({ ledger, served, unsent }) {
      afterEnd(unsent);
      if (served < ledger.committee.size) count('restart-between-epochs');
      if (hasLock(ledger)) count('restart-with-lock');
    },
    afterEnd,
    answered({ requestId, result }) {
      if (result.type !== 'Rejected') return;
      const id = submissionOf(requestId);
      const { rejection } = result;
      const isOfSigned = id !== undefined && signedIds.has(id);
      if (isOfSigned && !isOpen(rejection)) count('refused-after-lock');
    },
    counts: () =>
      (Object.keys(SITUATIONS) as SituationName[]).map((name) => ({
        name,
        count: counts.get(name) ?? 0,
      })),
  };
}

function answeredWith(result: Result, step: ValidatorStep): SituationName | undefined {
  const isRepeat = step.changes.length === 0;
  if (result.type === 'Settled') return isRepeat ? 'duplicate-settlement' : undefined;
  // A check is answered with the signature too, once there is one.
  if (result.type === 'Signed') return asksToSign(step) ? signedAs(step, isRepeat) : undefined;
  if (result.type === 'Certificates') {
    return result.pruned === undefined ? undefined : 'pruned-asked-for';
  }
  if (result.type !== 'Rejected') return undefined;
  switch (result.rejection.code) {
    case 'PreviousTransactionMustBeConfirmedFirst':
      return 'conflict-locked';
    case 'ConflictingCertificate':
      return 'evidence-kept';
    case 'MissingDependency':
      return 'missing-dependency';
    case 'EpochEnding':
      return 'refused-at-epoch-end';
    case 'CertificateTooYoung':
      return step.observation.before.committees.length > 1 ? 'request-too-young' : undefined;
    case 'InvalidSignature':
      return usesFormerKey(step) ? 'former-key-refused' : undefined;
    default:
      return undefined;
  }
}

/** Tells whether a key of an ended committee has a role in what the validator is asked to sign. */
function usesFormerKey({ observation: { before, input } }: ValidatorStep): boolean {
  if (input.type !== 'Message' || input.message.type !== 'SubmitTransaction') return false;
  const { transaction, signature } = input.message.envelope;
  // Encoded bytes come from nodes that bend the rules.
  if (typeof transaction === 'string' || typeof signature === 'string') return false;
  const former = before.committees.slice(0, -1).flatMap(({ members }) => members);
  const keys = keysOf(signature, factsOf(transaction).transaction);
  return former.some(({ validator }) => keys.includes(validator.address));
}

function isBy({ observation: { input } }: ValidatorStep, isLeaked: (key: Address) => boolean) {
  if (input.type !== 'Message' || input.message.type !== 'SubmitCertificate') return false;
  return input.message.certificate.signatures.some(([key]) => isLeaked(key));
}

function signedAs(step: ValidatorStep, isRepeat: boolean): SituationName | undefined {
  if (isRepeat) return 'signature-repeated';
  const account = accountOf(step);
  const before = account && step.observation.before.ledger.account.get(account)?.lock;
  return before?.kind === 'pending' && before.signature === undefined ? 'signed-again' : undefined;
}

const NONE: readonly SituationName[] = [];

/** Lists the situations that a merge has left behind. */
function mergedIn({ observation: { before, after }, changes }: ValidatorStep) {
  if (after.handover.served === before.handover.served) return NONE;
  const names: SituationName[] = ['merged'];
  for (const { table, value } of changes) {
    const lock = table === 'account' ? value?.lock : undefined;
    if (lock?.kind === 'contested') names.push('merged-contest');
    if (lock?.kind === 'pending' && lock.signature === undefined) names.push('merged-lock');
  }
  return names;
}

/** Detects a change that settles before the previous one is known to be complete. */
function overtakenIn({ observation: { before, after } }: ValidatorStep): readonly SituationName[] {
  const isNext = after.committees.length > before.committees.length;
  return isNext && before.handover.pushes.length > 0 ? ['change-upon-change'] : NONE;
}

function lateIn({ observation: { before, after } }: ValidatorStep): readonly SituationName[] {
  return after.handover.late.size > before.handover.late.size ? ['late-pushed'] : NONE;
}

/** Detects that a step replaces certificates by their tombstones. */
function prunedIn({ observation: { after, effects } }: ValidatorStep): readonly SituationName[] {
  if (after.pruning === undefined) return NONE;
  const writes = effects.filter(isPersist).flatMap((effect) => effect.writes);
  const isPruned = writes.some(
    ({ key, value }) =>
      key.startsWith(CERTIFICATE_PREFIX) &&
      value !== undefined &&
      isTombstone(value as CertificateRow),
  );
  return isPruned ? ['pruned'] : NONE;
}

/** Detects each certificate of an earlier epoch that a member of a later one settles. */
function outlivedIn(step: ValidatorStep): readonly SituationName[] {
  const { committees, handover, status } = step.observation.before;
  if (status !== 'active' || handover.served === 0) return NONE;
  return certificatesSettled(step).flatMap((certificate) => {
    const epoch = claimedCommittee(committees, certificate)?.epoch;
    return epoch !== undefined && epoch < handover.served ? ['settled-across-epochs' as const] : [];
  });
}

function asksToSign({ observation: { input } }: ValidatorStep): boolean {
  return input.type === 'Message' && input.message.type === 'SubmitTransaction';
}

function showsLag(result: Result): boolean {
  if (result.type !== 'Rejected') return false;
  const { rejection } = result;
  if (rejection.code === 'UnexpectedNonce') return rejection.expectedNonce < rejection.nonce;
  return rejection.code === 'MissingEarlierConfirmations';
}

function accountOf({ observation: { input } }: ValidatorStep): Address | undefined {
  if (input.type !== 'Message') return undefined;
  const { message } = input;
  switch (message.type) {
    case 'SubmitCertificate':
      return factsOf(message.certificate.envelope.transaction).transaction.sender;
    case 'SubmitTransaction':
    case 'CheckTransaction': {
      const { transaction } = message.envelope;
      // Encoded bytes come from nodes that bend the rules, which bring nobody up to date.
      return typeof transaction === 'string' ? undefined : factsOf(transaction).transaction.sender;
    }
    default:
      return undefined;
  }
}

function lockedBefore(lock: Lock | undefined, id: string): SituationName {
  if (lock === undefined) return 'certificate-before-submission';
  const isOwn = lock.kind === 'pending' && transactionId(lock.envelope.transaction) === id;
  return isOwn ? 'locked-then-certified' : 'rival-lock-lifted';
}

function hasLock({ account }: Ledger): boolean {
  for (const { lock } of account.values()) if (lock !== undefined) return true;
  return false;
}
