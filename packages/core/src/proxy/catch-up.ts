import type { Address, Rejection, TransactionCertificate } from '@quorate/protocol';
import { type CommitteeMember, nodeNameOf } from '../committee.ts';
import type { Effect, StoreRow } from '../effect.ts';
import { certificateRange } from '../store-keys.ts';
import type { StoredCertificate } from '../stored-certificate.ts';
import { requestId } from './request-id.ts';
import type { Prerequisite, Progress, ProxyResume, ProxyState, Submission } from './state.ts';

/** How many earlier certificates of one sender are brought to a validator at once. */
const PREREQUISITES_MAX = 200;

/**
 * Reads from a refusal which certificates a lagging validator must have first (rule P6), the next
 * to deliver last. Empty when the refusal does not say that it lags.
 */
export function prerequisitesOf(
  rejection: Rejection,
  asked: { readonly sender: Address; readonly nonce: bigint },
): readonly Prerequisite[] {
  switch (rejection.code) {
    case 'UnexpectedNonce':
      return earlier(asked, rejection.expectedNonce);
    case 'MissingEarlierConfirmations':
      return earlier(asked, rejection.currentNonce);
    case 'MissingDependency':
      return rejection.missing.flatMap(({ sender, nonce }) =>
        sender === undefined || nonce === undefined
          ? []
          : [{ sender, nonce, certificate: undefined }],
      );
    default:
      return [];
  }
}

function earlier(
  { sender, nonce }: { readonly sender: Address; readonly nonce: bigint },
  fromNonce: bigint,
): readonly Prerequisite[] {
  const needs: Prerequisite[] = [];
  const limit = fromNonce + BigInt(PREREQUISITES_MAX);
  for (let next = fromNonce; next < nonce && next < limit; next++) {
    needs.unshift({ sender, nonce: next, certificate: undefined });
  }
  return needs;
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
  { sender, nonce }: { readonly sender: Address; readonly nonce: bigint },
): TransactionCertificate | undefined {
  const [row] = rows;
  if (row === undefined || row.key !== certificateRange(sender, nonce, 1).from) return undefined;
  return (row.value as StoredCertificate).certificate;
}

/** Replaces the certificate of the prerequisite that is next to deliver. */
export function withCertificate(progress: Progress, certificate: TransactionCertificate): Progress {
  const { prerequisites } = progress;
  const last = prerequisites.at(-1);
  if (last === undefined) return progress;
  return { ...progress, prerequisites: [...prerequisites.slice(0, -1), { ...last, certificate }] };
}
