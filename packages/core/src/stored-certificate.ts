import {
  type Address,
  type Bytes32,
  bytesToHex,
  encodeSignature,
  encodeTransaction,
  factsOf,
  hexToBytes,
  keccak256,
  type PrunedCertificate,
  type TransactionCertificate,
  type TransactionId,
} from '@quorate/protocol';

/** A settled certificate in a store. The first one that settled is kept (rule S7). */
export interface StoredCertificate {
  readonly certificate: TransactionCertificate;
  /** Nanoseconds since the Unix epoch. */
  readonly settledAt: bigint;
}

/** What remains of a certificate after it was pruned. */
export interface Tombstone {
  /** The transaction that settled at this (sender, nonce). */
  readonly pruned: TransactionId;
  readonly settledAt: bigint;
  /** As in `PrunedCertificate`. */
  readonly hash: Bytes32;
}

/** What a store holds for a settled (sender, nonce). */
export type CertificateRow = StoredCertificate | Tombstone;

/** Tells whether the certificate was pruned, so that only its tombstone is left. */
export function isTombstone(row: CertificateRow): row is Tombstone {
  return 'pruned' in row;
}

/** Gives the tombstone of a certificate that is being pruned. */
export function tombstoneOf({ certificate, settledAt }: StoredCertificate): Tombstone {
  const pruned = factsOf(certificate.envelope.transaction).id;
  return { pruned, settledAt, hash: hashOf(certificate) };
}

/** Gives a tombstone together with the (sender, nonce) it stands for. */
export function prunedAt(
  { sender, nonce }: { readonly sender: Address; readonly nonce: bigint },
  { pruned: transactionId, settledAt, hash }: Tombstone,
): PrunedCertificate {
  return { sender, nonce, transactionId, settledAt, hash };
}

// Hashes the BCS of the transaction and of the sender's signature, followed by the names and
// signatures of the validators in the order of the certificate.
function hashOf({ envelope, signatures }: TransactionCertificate): Bytes32 {
  const text =
    bytesToHex(encodeTransaction(envelope.transaction)) +
    bytesToHex(encodeSignature(envelope.signature)) +
    signatures.flat().join('');
  return keccak256(hexToBytes(text)) as Bytes32;
}
