import type { Address, Rejection, TransactionCertificate } from '@quorate/protocol';
import { type CommitteeMember, nodeNameOf } from '../committee.ts';
import type { Effect, StoreRow } from '../effect.ts';
import { receiveEnvelope } from '../open-envelope.ts';
import { certificateRange, isCertificateKey } from '../store-keys.ts';
import type { StoredCertificate } from '../stored-certificate.ts';
import { requestId } from './request-id.ts';
import type { Prerequisite, Progress, ProxyResume, ProxyState, Submission } from './state.ts';

/** How many certificates a validator is brought between two repetitions. */
const PREREQUISITES_MAX = 200;

interface Position {
  readonly sender: Address;
  readonly nonce: bigint;
}

/**
 * Reads from a refusal which certificates a validator must have first, the next to deliver last
 * (rule P6). Empty when the refusal does not say that it lags, or when it has named too many.
 */
export function namedBy(
  { prerequisites, named }: Progress,
  rejection: Rejection,
  asked: Position,
): readonly Prerequisite[] {
  const left = PREREQUISITES_MAX - named;
  if (left <= 0) return [];
  return missingFor(rejection, asked)
    .filter(({ sender, nonce }) => isCertificateKey(sender, nonce))
    .filter((position) => !prerequisites.some((known) => isSame(known, position)))
    .slice(-left)
    .map(({ sender, nonce }) => ({ sender, nonce, certificate: undefined }));
}

/** Says what to do next for one validator: bring what it lacks, or ask for the thing itself. */
export function nextFor(
  submission: Submission,
  member: CommitteeMember,
  memberIndex: number,
): Effect<ProxyResume> {
  const { address } = member.validator;
  const to = nodeNameOf(member.validator);
  const transactionId = submission.facts.id;
  const prerequisite = submission.progress[address]?.prerequisites.at(-1);
  if (prerequisite !== undefined && prerequisite.certificate === undefined) {
    return {
      type: 'Load',
      range: certificateRange(prerequisite.sender, prerequisite.nonce, 1),
      resume: { purpose: 'Prerequisite', transactionId, validator: address },
    };
  }
  const certificate = prerequisite?.certificate ?? submission.certificate;
  if (certificate === undefined) {
    const id = requestId({ purpose: 'sign', transactionId, memberIndex });
    const { envelope } = submission;
    return { type: 'Send', to, message: { type: 'SubmitTransaction', requestId: id, envelope } };
  }
  const purpose = prerequisite === undefined ? 'settle' : 'deliver';
  const id = requestId({ purpose, transactionId, memberIndex });
  return { type: 'Send', to, message: { type: 'SubmitCertificate', requestId: id, certificate } };
}

/** Asks every other validator for a certificate that the proxy's own store does not hold. */
export function fetchFrom(
  state: ProxyState,
  submission: Submission,
  validator: Address,
  { sender, nonce }: Prerequisite,
): readonly Effect<ProxyResume>[] {
  const { members } = state.committee;
  const memberIndex = members.findIndex((member) => member.validator.address === validator);
  const id = requestId({ purpose: 'fetch', transactionId: submission.facts.id, memberIndex });
  return members
    .filter((member) => member.validator.address !== validator)
    .map((member) => ({
      type: 'Send',
      to: nodeNameOf(member.validator),
      message: { type: 'GetCertificates', requestId: id, sender, fromNonce: nonce, limit: 1 },
    }));
}

/** Finds, among rows of the proxy's store, the certificate of a (sender, nonce). */
export function storedCertificate(
  rows: readonly StoreRow[],
  { sender, nonce }: Position,
): TransactionCertificate | undefined {
  const [row] = rows;
  if (row === undefined || row.key !== certificateRange(sender, nonce, 1).from) return undefined;
  return (row.value as StoredCertificate).certificate;
}

/** Replaces the certificate of the prerequisite that is next to deliver; undefined drops it. */
export function withCertificate(
  progress: Progress,
  certificate: TransactionCertificate | undefined,
): Progress {
  const { prerequisites } = progress;
  const last = prerequisites.at(-1);
  if (last === undefined) return progress;
  return { ...progress, prerequisites: [...prerequisites.slice(0, -1), { ...last, certificate }] };
}

/**
 * Begins a repetition: a validator may name what it lacks again, and what could not be found for it
 * is asked for anew, because its word may have been false or be out of date.
 */
export function renewed(progress: Progress): Progress {
  const isStuck = progress.prerequisites.at(-1)?.certificate === undefined;
  return { ...progress, prerequisites: isStuck ? [] : progress.prerequisites, named: 0 };
}

function missingFor(rejection: Rejection, asked: Position): readonly Position[] {
  switch (rejection.code) {
    case 'UnexpectedNonce':
      return earlier(asked, rejection.expectedNonce);
    case 'MissingEarlierConfirmations':
      return earlier(asked, rejection.currentNonce);
    case 'MissingDependency':
      return rejection.missing.flatMap(({ sender, nonce }) =>
        sender === undefined || nonce === undefined ? [] : [{ sender, nonce }],
      );
    case 'PreviousTransactionMustBeConfirmedFirst':
      // The lock is looked at before the nonce, so a validator that lags may answer with what it
      // holds at an earlier nonce.
      return rejection.pending.flatMap((envelope) => {
        const held = receiveEnvelope(envelope);
        if ('rejection' in held || held.facts.transaction.sender !== asked.sender) return [];
        return earlier(asked, held.facts.transaction.nonce);
      });
    default:
      return [];
  }
}

function earlier({ sender, nonce }: Position, fromNonce: bigint): readonly Position[] {
  const limit = fromNonce + BigInt(PREREQUISITES_MAX);
  const positions: Position[] = [];
  for (let next = fromNonce; next < nonce && next < limit; next++) {
    positions.push({ sender, nonce: next });
  }
  return positions.reverse();
}

function isSame(a: Position, b: Position): boolean {
  return a.sender === b.sender && a.nonce === b.nonce;
}
