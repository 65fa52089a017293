import type { Verifier } from '@quorate/crypto';
import type { TransactionCertificate } from '@quorate/protocol';
import { type Committee, followedBy } from './committee.ts';
import type { Effect, NodeName, StoreRow, StoreWrite } from './effect.ts';
import { verifiedFacts } from './verification/certificate.ts';

/** The key prefix of the committee changes that a node without a validator key has followed. */
export const CHANGE_PREFIX = 'change/';

/**
 * Gives the committee that a change certificate puts in the place of `committee`. Undefined unless
 * the certificate is valid, signed by a quorum of `committee`, and changes to the very next epoch
 * (rule P10).
 */
export function nextCommittee(
  committee: Committee,
  certificate: TransactionCertificate,
  {
    quorum,
    verifier,
  }: {
    readonly quorum: (size: number) => number;
    readonly verifier: Verifier;
  },
): Committee | undefined {
  const facts = verifiedFacts(certificate, { committees: [committee], quorum, verifier });
  const next = facts && followedBy(facts.signingForm);
  return next?.epoch === committee.epoch + 1 ? next : undefined;
}

/** Gives the store write that keeps a followed change. */
export function changeWrite(epoch: number, certificate: TransactionCertificate): StoreWrite {
  return { key: CHANGE_PREFIX + String(epoch).padStart(10, '0'), value: certificate };
}

/**
 * Reads a followed change from a stored row; undefined for any other row. The certificate was
 * verified before it was stored.
 */
export function storedChange({ key, value }: StoreRow): TransactionCertificate | undefined {
  return key.startsWith(CHANGE_PREFIX) ? (value as TransactionCertificate) : undefined;
}

const REQUEST = 'epoch:';

/** Tells whether a request id belongs to a request of `askForEpoch`. */
export function isAboutEpochs(requestId: string): boolean {
  return requestId.startsWith(REQUEST);
}

/** Gives the id of a request about an epoch. */
export function epochRequestId(epoch: number): string {
  return `${REQUEST}${epoch}`;
}

/** Asks a node for the change that began an epoch (rule P10). */
export function askForEpoch(to: NodeName, epoch: number): Effect<never> {
  const select = { by: 'Dependency', dependency: { kind: 'Epoch', id: String(epoch) } } as const;
  const requestId = epochRequestId(epoch);
  return { type: 'Send', to, message: { type: 'GetCertificates', requestId, select } };
}
