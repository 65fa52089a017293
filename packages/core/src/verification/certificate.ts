import type { Verifier } from '@quorate/crypto';
import type { Address, TransactionCertificate, TransactionFacts } from '@quorate/protocol';
import { type Committee, committeeOf, memberOf } from '../committee.ts';
import { receiveEnvelope } from '../open-envelope.ts';
import { signatureFault } from './sender-signature.ts';
import { claimsFault } from './verifier-quorum.ts';
import { verifies } from './verifies.ts';

/** What the signatures of a certificate are checked against. */
export interface QuorumContext {
  readonly committees: readonly Committee[];
  readonly quorum: (size: number) => number;
  readonly verifier: Verifier;
}

/**
 * Says what is wrong with the validator signatures of a certificate, or nothing (rule S1).
 *
 * One stranger, one duplicate or one bad signature refuses the whole, even beside a true quorum.
 */
export function certificateFault(
  { signatures }: TransactionCertificate,
  facts: TransactionFacts,
  { committees, quorum, verifier }: QuorumContext,
): string | undefined {
  const [first] = signatures;
  if (first === undefined) return 'it carries no validator signature';
  const committee = committeeOf(committees, first[0]);
  if (committee === undefined) return `${first[0]} is a member of no known committee`;
  let count = 0;
  for (const named of signatures) {
    const name = named[0];
    if (memberOf(committee, name) === undefined) {
      return `${name} is not a member of the committee of epoch ${committee.epoch}`;
    }
    if (isAmong(signatures, count, name)) return `the validator ${name} signed twice`;
    if (!verifies(verifier, name, facts.signingBytes, named[1])) {
      return `the signature of the validator ${name} does not verify`;
    }
    count += 1;
  }
  const needed = quorum(committee.members.length);
  return count >= needed ? undefined : `${count} validators signed, ${needed} make a quorum`;
}

// A committee is small, and a set costs more than to look through a few names.
function isAmong(
  signatures: TransactionCertificate['signatures'],
  count: number,
  name: Address,
): boolean {
  for (let index = 0; index < count; index += 1) {
    if (signatures[index]?.[0] === name) return true;
  }
  return false;
}

/**
 * Gives the facts of a certificate that somebody sent, or undefined when no validator would settle
 * it: the whole of rule S1 but for the network, which its committee belongs to.
 */
export function verifiedFacts(
  certificate: TransactionCertificate,
  context: QuorumContext,
): TransactionFacts | undefined {
  const opened = receiveEnvelope(certificate.envelope);
  if ('rejection' in opened) return undefined;
  const { envelope, facts } = opened;
  const fault =
    certificateFault(certificate, facts, context) ??
    signatureFault(envelope.signature, facts, context.verifier) ??
    claimsFault(facts, context.verifier);
  return fault === undefined ? facts : undefined;
}
