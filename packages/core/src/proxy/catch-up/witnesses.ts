import {
  bytesToHex,
  encodeSignature,
  factsOf,
  LIMITS,
  type MissingDependency,
  type Rejection,
  stringifyJson,
  type TransactionCertificate,
} from '@quorate/protocol';
import { isOfUnknown } from '../../committee.ts';
import { receiveEnvelope } from '../../open-envelope.ts';
import type { Answer } from '../answers/answer.ts';
import type { Prerequisite, Submission, Witness } from '../state.ts';
import { isAt, isKnown } from './catch-up.ts';
import { verified } from './fetched.ts';
import { makes } from './makes.ts';
import { PREREQUISITES_MAX } from './standing.ts';

/** The size of a validator's name and signature in a certificate. Units: bytes. */
const NAMED_SIGNATURE_BYTES = 96;

/**
 * Says what is wrong with the certificates that came with a submission; undefined when nothing is
 * (V1).
 *
 * It checks count, size and form. Certificates are verified only when a validator refuses, because
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
  const earlier = submission.witnesses.filter(({ certificate }) => !known.has(textOf(certificate)));
  const added = certificates.map((certificate) => ({ certificate, facts: undefined }));
  const witnesses = [...added, ...earlier].slice(0, LIMITS.witnessCertificates);
  return { ...submission, witnesses };
}

/**
 * Verifies the witnesses of a submission, once each, and drops those that nobody settles. What a
 * validator lacks is compared with all of them again and again, and a stranger can forge as many as
 * a request holds.
 *
 * A certificate of a committee that the proxy does not know yet is kept.
 */
export function sifted(context: Pick<Answer, 'state' | 'env'>, submission: Submission): Submission {
  if (submission.witnesses.every(({ facts }) => facts !== undefined)) return submission;
  const witnesses = submission.witnesses.flatMap((witness): readonly Witness[] => {
    if (witness.facts !== undefined) return [witness];
    const { certificate } = witness;
    const facts = verified(context, certificate);
    if (facts !== undefined) return [{ certificate, facts }];
    return isOfUnknown(context.state.committees, certificate) ? [witness] : [];
  });
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
 * Finds what a validator lacks among the genuine witnesses of the submission (rule P6):
 * certificates that it names, and those that provide a missing dependency.
 */
export function withWitnesses(
  { submission, member }: Pick<Answer, 'submission' | 'member'>,
  lacks: Lacks,
): Lacks {
  const { witnesses, progress } = submission;
  if (witnesses.length === 0) return lacks;
  const {
    prerequisites = [],
    named: before = 0,
    brought = [],
  } = progress[member.validator.address] ?? {};
  const named = lacks.named.map((each) => ({
    ...each,
    certificate: each.certificate ?? witnessAt(witnesses, each),
  }));
  let { missing } = lacks;
  for (const { certificate, facts } of witnesses) {
    if (missing.length === 0 || before + named.length >= PREREQUISITES_MAX) break;
    if (facts === undefined || !missing.some((each) => makes(facts, each))) continue;
    if (isAt(prerequisites.at(-1), facts.transaction)) continue;
    const { sender, nonce } = facts.transaction;
    missing = missing.filter((each) => !makes(facts, each));
    if (!isKnown({ prerequisites: named, brought }, { sender, nonce })) {
      named.push({ sender, nonce, certificate });
    }
  }
  return { named, missing };
}

function witnessAt(
  witnesses: readonly Witness[],
  position: Pick<Prerequisite, 'sender' | 'nonce'>,
): TransactionCertificate | undefined {
  return witnesses.find(({ facts }) => isAt(facts?.transaction, position))?.certificate;
}

function textOf({ envelope, signatures }: TransactionCertificate): string {
  const { submittedBytes } = factsOf(envelope.transaction);
  const bytes = [submittedBytes, encodeSignature(envelope.signature)].map(bytesToHex);
  return stringifyJson([...bytes, signatures.flat()]);
}

function invalid(reason: string): Rejection {
  return { code: 'InvalidRequest', rule: 'V1', reason };
}
