import type { Signer } from '@quorate/crypto';
import {
  factsOf,
  type NetworkId,
  type Operation,
  type TransactionEnvelope,
  type VersionedTransaction,
} from '@quorate/protocol';

/** The content of a transaction to be signed. */
export interface Intent {
  readonly networkId: NetworkId;
  readonly nonce: bigint;
  readonly timestampNanos: bigint;
  readonly operations: readonly Operation[];
}

/**
 * Builds and signs a transaction in the release that current clients send.
 *
 * @throws DecodeError `OutOfRange` for a value that its field cannot hold.
 */
export function buildEnvelope(
  { networkId, nonce, timestampNanos, operations }: Intent,
  signer: Signer,
): TransactionEnvelope {
  const transaction: VersionedTransaction = {
    release: 'Release20260407',
    transaction: {
      networkId,
      sender: signer.address,
      nonce,
      timestampNanos,
      claims: operations,
      archival: false,
      feeToken: null,
    },
  };
  const signature = signer.sign(factsOf(transaction).signingBytes);
  return { transaction, signature: { kind: 'Signature', signature } };
}
