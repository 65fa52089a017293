import type { Verifier } from '@quorate/crypto';
import type { Rejection } from '@quorate/protocol';
import type { OpenedEnvelope } from '../open-envelope.ts';
import { signatureFault } from '../verification/sender-signature.ts';
import { claimsFault } from '../verification/verifier-quorum.ts';

/** Says what no validator would accept of an envelope's own signatures, or nothing. */
export function envelopeFault(
  { envelope, facts }: OpenedEnvelope,
  verifier: Verifier,
): Rejection | undefined {
  const signature = signatureFault(envelope.signature, facts, verifier);
  if (signature !== undefined) return { code: 'InvalidSignature', rule: 'V3', reason: signature };
  const claims = claimsFault(facts, verifier);
  if (claims !== undefined) return { code: 'NonSubmittableOperation', rule: 'V6', reason: claims };
  return undefined;
}
