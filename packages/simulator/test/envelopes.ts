import type { Address, Operation, Signature, TransactionEnvelope } from '@quorate/protocol';

/** Builds the first transaction of a sender, with one operation and a signature that is nobody's. */
export function envelopeOf(sender: Address, operation: Operation): TransactionEnvelope {
  return {
    transaction: {
      release: 'Release20260407',
      transaction: {
        networkId: 'fast:localnet',
        sender,
        nonce: 0n,
        timestampNanos: 0n,
        claims: [operation],
        archival: false,
        feeToken: null,
      },
    },
    signature: { kind: 'Signature', signature: '00'.repeat(64) as Signature },
  };
}
