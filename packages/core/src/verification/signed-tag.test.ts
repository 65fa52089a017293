import { createVerifier, loadEd25519 } from '@quorate/crypto';
import {
  envelopeFromJson,
  envelopeToJson,
  factsOf,
  multiSigAddress,
  NATIVE_TOKEN_ID,
  type TransactionEnvelope,
  type VersionedTransaction,
} from '@quorate/protocol';
import { addressOf, signerOf } from '@quorate/testkit';
import { describe, expect, it } from 'vitest';
import { withSignedTag } from './signed-tag.ts';

const VERIFIER = createVerifier(loadEd25519());

/** A batch of a multisig account, signed by one of two. */
function shareOf(tag: 12 | 13, quorum: bigint): TransactionEnvelope {
  const config = {
    authorizedSigners: [addressOf('alice'), addressOf('bob')],
    quorum,
    nonce: 0n,
  };
  const transaction: VersionedTransaction = {
    release: 'Release20260319',
    transaction: {
      networkId: 'fast:localnet',
      sender: multiSigAddress(config),
      nonce: 0n,
      timestampNanos: 1n,
      archival: false,
      feeToken: null,
      claim: {
        kind: 'Batch',
        tag,
        operations: [
          {
            kind: 'TokenTransfer',
            tokenId: NATIVE_TOKEN_ID,
            recipient: addressOf('carol'),
            amount: 1n,
            userData: null,
          },
        ],
      },
    },
  };
  const signature = signerOf('alice').sign(factsOf(transaction).signingBytes);
  return {
    transaction,
    signature: { kind: 'MultiSig', config, signatures: [[addressOf('alice'), signature]] },
  };
}

describe('an envelope that was read from JSON', () => {
  it.each([
    [12, 1n],
    [12, 2n],
    [13, 1n],
    [13, 2n],
  ] as const)('P9 has the tag %s that its signatures fit, of which it needs %s', (tag, quorum) => {
    const envelope = shareOf(tag, quorum);
    const read = envelopeFromJson(envelopeToJson(envelope, 'rpc'), 'rpc');
    const { id } = factsOf(withSignedTag(read, VERIFIER).transaction);
    expect(id).toBe(factsOf(envelope.transaction).id);
  });
});
