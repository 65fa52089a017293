import {
  bytesToHex,
  encodeSignature,
  factsOf,
  LIMITS,
  type MissingDependency,
  type Rejection,
  stringifyJson,
  type TransactionCertificate,
  type TransactionFacts,
} from '@quorate/protocol';
import { receiveEnvelope } from '../open-envelope.ts';
import type { Answer } from './answer.ts';
import { isAt, isKnown } from './catch-up.ts';
import { verified, verifiedAt } from './fetched.ts';
import { makes } from './makes.ts';
import { PREREQUISITES_MAX } from './standing.ts';
import type { Prerequisite, Submission } from './state.ts';

/** The size of a validator's name and signature in a certificate. Units: bytes. */
const NAMED_SIGNATURE_BYTES = 96;

/**
 * Says what is wrong with the certificates that came with a submission; undefined when nothing is
 * (V1).
 *
 * It checks count, size and form. A certificate is verified only when a validator lacks it, because
 * most are never needed.
 */
export function witnessesFault(
  certificates: readonly TransactionCertificate[],
): Rejection | undefined {
  const { witnessCertificates: countMax, witnessBytes: bytesMax } = LIMITS;
  if (certificates.length > countMax) {
    return invalid(`witness_certificates has ${certificates.length} entries, at most ${countMax}`);
  }
  let bytes = 0;
  for (const [index, { envelope, signatures }] of certificates.entries()) {
    const opened = receiveEnvelope(envelope);
    if ('rejection' in opened) {
      const reason = 'reason' in opened.rejection ? opened.rejection.reason : 'not decodable';
      return invalid(`witness_certificates[${index}]: ${reason}`);
    }
    bytes += opened.facts.size + encodeSignature(envelope.signature).length;
    bytes += signatures.length * NAMED_SIGNATURE_BYTES;
  }
  return bytes > bytesMax
    ? invalid(`witness_certificates has ${bytes} bytes, at most ${bytesMax}`)
    : undefined;
}

/**
 * Adds the certificates that came with a repeated submission; if there are too many, the latest
 * stay.
 */
export function withMoreWitnesses(
  submission: Submission,
  certificates: readonly TransactionCertificate[],
): Submission {
  if (certificates.length === 0) return submission;
  // They are compared in full, because another certificate of the same transaction may be invalid.
  const known = new Set(certificates.map(textOf));
  const earlier = submission.witnesses.filter((each) => !known.has(textOf(each)));
  const witnesses = [...certificates, ...earlier].slice(0, LIMITS.witnessCertificates);
  return { ...submission, witnesses };
}

/** What a validator says that it lacks. */
export interface Lacks {
  /** Certificates by (sender, nonce); the next to deliver comes last. */
  readonly named: readonly Prerequisite[];
  /** Dependencies without the (sender, nonce) of their certificate. */
  readonly missing: readonly MissingDependency[];
}

/**
 * Finds what a validator lacks among the witnesses of the submission (rule P6): certificates that
 * it names, and those that provide a missing dependency. Each is verified.
 */
export function withWitnesses(
  answer: Pick<Answer, 'state' | 'env' | 'submission' | 'member'>,
  lacks: Lacks,
): Lacks {
  const { witnesses, progress } = answer.submission;
  if (witnesses.length === 0) return lacks;
  const {
    prerequisites = [],
    named: before = 0,
    brought = [],
  } = progress[answer.member.validator.address] ?? {};
  const named = lacks.named.map((each) => ({
    ...each,
    certificate: each.certificate ?? witnessAt(answer, witnesses, each),
  }));
  let { missing } = lacks;
  for (const certificate of witnesses) {
    if (missing.length === 0 || before + named.length >= PREREQUISITES_MAX) break;
    const facts = makerOf(answer, certificate, missing);
    if (facts === undefined || isAt(prerequisites.at(-1), facts.transaction)) continue;
    const { sender, nonce } = facts.transaction;
    missing = missing.filter((each) => !makes(facts, each));
    if (!isKnown({ prerequisites: named, brought }, { sender, nonce })) {
      named.push({ sender, nonce, certificate });
    }
  }
  return { named, missing };
}

function witnessAt(
  context: Pick<Answer, 'state' | 'env'>,
  witnesses: readonly TransactionCertificate[],
  position: Pick<Prerequisite, 'sender' | 'nonce'>,
): TransactionCertificate | undefined {
  return witnesses.find((each) => verifiedAt(context, each, position) !== undefined);
}

function makerOf(
  context: Pick<Answer, 'state' | 'env'>,
  certificate: TransactionCertificate,
  missing: Lacks['missing'],
): TransactionFacts | undefined {
  const opened = receiveEnvelope(certificate.envelope);
  if ('rejection' in opened) return undefined;
  if (!missing.some((each) => makes(opened.facts, each))) return undefined;
  return verified(context, certificate);
}

function textOf({ envelope, signatures }: TransactionCertificate): string {
  const { submittedBytes } = factsOf(envelope.transaction);
  const bytes = [submittedBytes, encodeSignature(envelope.signature)].map(bytesToHex);
  return stringifyJson([...bytes, signatures.flat()]);
}

function invalid(reason: string): Rejection {
  return { code: 'InvalidRequest', rule: 'V1', reason };
}
