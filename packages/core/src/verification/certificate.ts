import type { Verifier } from '@quorate/crypto';
import { counted, type TransactionCertificate, type TransactionFacts } from '@quorate/protocol';
import { type Committee, committeeOf } from '../committee.ts';
import { receiveEnvelope } from '../open-envelope.ts';
import { signatureFault } from './sender-signature.ts';
import { SIGNATURE_RULES, type SignatureRules } from './signature-rules.ts';
import { claimsFault } from './verifier-quorum.ts';

/** What the signatures of a certificate are checked against. */
export interface QuorumContext {
  readonly committees: readonly Committee[];
  readonly quorum: (size: number) => number;
  readonly verifier: Verifier;
  /** Absent means the rules of a correct node. */
  readonly signatures?: SignatureRules;
}

/**
 * Says what is wrong with the validator signatures of a certificate; undefined when nothing is
 * (S1).
 *
 * One stranger, one duplicate or one bad signature refuses the whole certificate, even beside a
 * true quorum.
 */
export function certificateFault(
  { signatures }: TransactionCertificate,
  facts: TransactionFacts,
  { committees, quorum, verifier, signatures: rules = SIGNATURE_RULES }: QuorumContext,
): string | undefined {
  const [first] = signatures;
  if (first === undefined) return 'it carries no validator signature';
  const committee = committeeOf(committees, first[0]);
  if (committee === undefined) return `${first[0]} is a member of no known committee`;
  let count = 0;
  for (const named of signatures) {
    const name = named[0];
    if (!rules.certificate.isMember(committee, name, committees)) {
      return `${name} is not a member of the committee of epoch ${committee.epoch}`;
    }
    if (rules.certificate.isRepeated(signatures, count)) {
      return `the validator ${name} signed twice`;
    }
    if (!rules.certificate.hasSigned(verifier, name, facts, named[1])) {
      return `the signature of the validator ${name} does not verify`;
    }
    count += 1;
  }
  const needed = quorum(committee.members.length);
  return count >= needed
    ? undefined
    : `${counted(count, 'validator')} signed, ${needed} make a quorum`;
}

/**
 * Gives the facts of a certificate from another node; undefined when it breaks rule S1. Only the
 * network is not checked: the keys of the committee already belong to one network.
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
    signatureFault(envelope.signature, facts, context.verifier, context.signatures?.sender) ??
    claimsFault(facts, context.verifier, context.signatures?.claim);
  return fault === undefined ? facts : undefined;
}
