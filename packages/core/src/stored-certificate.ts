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

/** A settled certificate as it stands in a store: the first that settled is kept (rule S7). */
export interface StoredCertificate {
  readonly certificate: TransactionCertificate;
  /** Nanoseconds since the Unix epoch. */
  readonly settledAt: bigint;
}

/** What stands in the place of a certificate that was pruned. */
export interface Tombstone {
  /** The transaction that settled there. */
  readonly pruned: TransactionId;
  readonly settledAt: bigint;
  /** As in `PrunedCertificate`. */
  readonly hash: Bytes32;
}

/** What stands in a store in the place of a (sender, nonce) that has settled. */
export type CertificateRow = StoredCertificate | Tombstone;

/** Tells whether only the trace of a certificate is left. */
export function isTombstone(row: CertificateRow): row is Tombstone {
  return 'pruned' in row;
}

/** Gives what is left of a certificate once its body is let go of. */
export function tombstoneOf({ certificate, settledAt }: StoredCertificate): Tombstone {
  const pruned = factsOf(certificate.envelope.transaction).id;
  return { pruned, settledAt, hash: hashOf(certificate) };
}

/** Says of a tombstone whose it is. */
export function prunedAt(
  { sender, nonce }: { readonly sender: Address; readonly nonce: bigint },
  { pruned: transactionId, settledAt, hash }: Tombstone,
): PrunedCertificate {
  return { sender, nonce, transactionId, settledAt, hash };
}

// Of the BCS of the transaction and of the sender's signature, then the validators' names and
// signatures as they stand in the certificate.
function hashOf({ envelope, signatures }: TransactionCertificate): Bytes32 {
  const text =
    bytesToHex(encodeTransaction(envelope.transaction)) +
    bytesToHex(encodeSignature(envelope.signature)) +
    signatures.flat().join('');
  return keccak256(hexToBytes(text)) as Bytes32;
}
