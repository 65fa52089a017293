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

/** Gives a release that has these operations: only the newest one can rename a token. */
export function releaseOf(operations: readonly Operation[]): 'Release20260407' | 'Release20260508' {
  const renames = operations.some(
    (operation) => operation.kind === 'TokenManagement' && operation.newTokenName !== null,
  );
  return renames ? 'Release20260508' : 'Release20260407';
}

/**
 * Builds and signs a transaction in the release that current clients send, or in a newer one if
 * only that has the operations.
 *
 * @throws DecodeError `OutOfRange` for a value that its field cannot hold.
 */
export function buildEnvelope(
  { networkId, nonce, timestampNanos, operations }: Intent,
  signer: Signer,
): TransactionEnvelope {
  const transaction: VersionedTransaction = {
    release: releaseOf(operations),
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
