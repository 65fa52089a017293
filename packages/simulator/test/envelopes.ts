import type { Address, Operation, Signature, TransactionEnvelope } from '@quorate/protocol';

/** Creates a token. */
export const CREATE_GOLD: Operation = {
  kind: 'TokenCreation',
  tokenName: 'gold',
  decimals: 0,
  initialAmount: 1n,
  mints: [],
  userData: null,
};

/**
 * Builds a transaction with one operation and an invalid signature; by default the first of its
 * sender.
 */
export function envelopeOf(sender: Address, operation: Operation, nonce = 0n): TransactionEnvelope {
  return {
    transaction: {
      release: 'Release20260407',
      transaction: {
        networkId: 'fast:localnet',
        sender,
        nonce,
        timestampNanos: 0n,
        claims: [operation],
        archival: false,
        feeToken: null,
      },
    },
    signature: { kind: 'Signature', signature: '00'.repeat(64) as Signature },
  };
}
