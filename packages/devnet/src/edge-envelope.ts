import { signaturePartsFault } from '@quorate/core';
import type { Verifier } from '@quorate/crypto';
import {
  DecodeError,
  decodeTransaction,
  decodeUnversionedTransaction,
  encodeTransaction,
  factsOf,
  type TransactionCertificate,
  type TransactionEnvelope,
  type VersionedTransaction,
  withOtherBatchTag,
} from '@quorate/protocol';

/**
 * Settles which bytes an envelope stands for that was read from JSON.
 *
 * JSON does not say which of two tags a batch of `Release20260319` has, and builders differ: it has
 * the one that the sender's signature fits, or what there is of a multisig's (wire.md section 17).
 *
 * @throws DecodeError where it stands for none that a validator reads
 */
export function withSignedTag(
  envelope: TransactionEnvelope,
  verifier: Verifier,
): TransactionEnvelope {
  expectReadable(envelope.transaction);
  const other = withOtherBatchTag(envelope.transaction);
  if (other === undefined) return envelope;
  const fits = ({ transaction, signature }: TransactionEnvelope): boolean =>
    signaturePartsFault(signature, factsOf(transaction), verifier) === undefined;
  const candidate = { ...envelope, transaction: other };
  return !fits(envelope) && fits(candidate) ? candidate : envelope;
}

/**
 * Refuses what bytes cannot say, as whoever reads the bytes does (rule V1). Nodes of one process hand on
 * objects: they would sign and keep what no other node can read, and what is not read again from the disk.
 */
function expectReadable(transaction: VersionedTransaction): void {
  const isBare = transaction.release === 'Unversioned';
  try {
    (isBare ? decodeUnversionedTransaction : decodeTransaction)(encodeTransaction(transaction));
  } catch (cause) {
    if (!(cause instanceof DecodeError) || cause.code !== 'NotCanonical') throw cause;
    // JSON keeps the mark that decoders of UTF-8 take away.
    const expected = 'no text that begins with a byte order mark (U+FEFF)';
    throw new DecodeError(cause.code, 'transaction', expected, { cause });
  }
}

/**
 * Settles which bytes a certificate stands for that was read from JSON.
 *
 * @throws DecodeError where it stands for none that a validator reads
 */
export function certificateWithSignedTag(
  { envelope, signatures }: TransactionCertificate,
  verifier: Verifier,
): TransactionCertificate {
  return { envelope: withSignedTag(envelope, verifier), signatures };
}
