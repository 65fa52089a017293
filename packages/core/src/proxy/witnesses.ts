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

/** Bytes of a validator's name and signature in a certificate. */
const NAMED_SIGNATURE_BYTES = 96;

/**
 * Says what is wrong with the certificates that came with a submission, or nothing (rule V1).
 *
 * Only their count, size and form: a certificate is verified when a validator lacks it, because most
 * are never needed.
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

/** Adds what came with a repeated submission; of too many, those that came last stay. */
export function withMoreWitnesses(
  submission: Submission,
  certificates: readonly TransactionCertificate[],
): Submission {
  if (certificates.length === 0) return submission;
  // By all of it: another certificate of the same transaction may be worth nothing.
  const known = new Set(certificates.map(textOf));
  const earlier = submission.witnesses.filter((each) => !known.has(textOf(each)));
  const witnesses = [...certificates, ...earlier].slice(0, LIMITS.witnessCertificates);
  return { ...submission, witnesses };
}

/** What a validator says that it lacks. */
export interface Lacks {
  /** By (sender, nonce), the next to deliver last. */
  readonly named: readonly Prerequisite[];
  /** Without naming the maker. */
  readonly missing: readonly MissingDependency[];
}

/**
 * Finds what a validator lacks among what came with the submission (rule P6): a certificate that is
 * named, and one that makes what is missing. Each is verified.
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
