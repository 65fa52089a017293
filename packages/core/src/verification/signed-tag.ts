import type { Verifier } from '@quorate/crypto';
import {
  factsOf,
  type TransactionCertificate,
  type TransactionEnvelope,
  withOtherTags,
} from '@quorate/protocol';
import { signaturePartsFault } from './sender-signature.ts';

/**
 * Decides which byte form an envelope read from JSON has.
 *
 * JSON does not show which of two tags a batch of `Release20260319` has, nor which tags the claims
 * of the un-versioned shape have, and builders differ. The form that the signatures present fit is
 * the right one; they may be only some of a multisig's (wire.md section 17).
 */
export function withSignedTag(
  envelope: TransactionEnvelope,
  verifier: Verifier,
): TransactionEnvelope {
  const other = withOtherTags(envelope.transaction);
  if (other === undefined) return envelope;
  const fits = ({ transaction, signature }: TransactionEnvelope): boolean =>
    signaturePartsFault(signature, factsOf(transaction), verifier) === undefined;
  const candidate = { ...envelope, transaction: other };
  return !fits(envelope) && fits(candidate) ? candidate : envelope;
}

/** Decides which byte form a certificate read from JSON has. */
export function certificateWithSignedTag(
  { envelope, signatures }: TransactionCertificate,
  verifier: Verifier,
): TransactionCertificate {
  return { envelope: withSignedTag(envelope, verifier), signatures };
}
