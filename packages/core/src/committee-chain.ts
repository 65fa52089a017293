import type { Verifier } from '@quorate/crypto';
import type { TransactionCertificate } from '@quorate/protocol';
import { type Committee, followedBy } from './committee.ts';
import type { Effect, NodeName, StoreRow, StoreWrite } from './effect.ts';
import { verifiedFacts } from './verification/certificate.ts';

/** The prefix under which who is no validator stores the changes of committee it has followed. */
export const CHANGE_PREFIX = 'change/';

/**
 * Gives the committee that a certificate puts in the place of another; undefined unless it is a
 * change to the very next epoch and a quorum of that other committee signed it (rule P10).
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

/** Gives the write that keeps a change that was followed. */
export function changeWrite(epoch: number, certificate: TransactionCertificate): StoreWrite {
  return { key: CHANGE_PREFIX + String(epoch).padStart(10, '0'), value: certificate };
}

/** Reads a change that was followed, and so was verified then; undefined for any other row. */
export function storedChange({ key, value }: StoreRow): TransactionCertificate | undefined {
  return key.startsWith(CHANGE_PREFIX) ? (value as TransactionCertificate) : undefined;
}

const REQUEST = 'epoch:';

/** Tells answers about epochs from all others. */
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
