import type { Verifier } from '@quorate/crypto';
import {
  factsOf,
  type TransactionCertificate,
  type TransactionEnvelope,
  withOtherTags,
} from '@quorate/protocol';
import { signaturePartsFault } from './sender-signature.ts';

/**
 * Settles which bytes an envelope stands for that was read from JSON.
 *
 * JSON does not say which of two tags a batch of `Release20260319` has, nor claims of the un-versioned
 * shape, and builders differ: it has the one that the sender's signature fits, or what there is of a
 * multisig's (wire.md section 17).
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

/** Settles which bytes a certificate stands for that was read from JSON. */
export function certificateWithSignedTag(
  { envelope, signatures }: TransactionCertificate,
  verifier: Verifier,
): TransactionCertificate {
  return { envelope: withSignedTag(envelope, verifier), signatures };
}
