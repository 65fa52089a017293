import { buildEnvelope, quorumSize } from '@quorate/core';
import { createVerifier, loadEd25519 } from '@quorate/crypto';
import { type TransactionId, transactionId } from '@quorate/protocol';
import { addressOf, certificateBy, signerOf } from '@quorate/testkit';
import { committeeAt, keyOf } from '@quorate/testkit/epoch-network';
import { describe, expect, it } from 'vitest';
import { type CrossSignerOptions, createCrossSigner } from './cross-signer.ts';

const FOUR = ['a', 'b', 'c', 'd'];
const ENVELOPE = buildEnvelope(
  {
    networkId: 'fast:localnet',
    nonce: 0n,
    timestampNanos: 1n,
    operations: [{ kind: 'Burn', tokenId: addressOf('token') as never, amount: 1n }],
  },
  signerOf('alice'),
);

function certificateOf(epoch: number) {
  const signers = FOUR.slice(0, quorumSize(FOUR.length)).map((name) => keyOf(name, epoch));
  return certificateBy(signers, ENVELOPE);
}

/** A signer in epoch 1, and what it has asked the committee about. */
function createSignerInEpochOne(
  settled: boolean,
  committees: CrossSignerOptions['committees'] = () => [committeeAt(0, FOUR), committeeAt(1, FOUR)],
) {
  const asked: TransactionId[] = [];
  const signer = createCrossSigner({
    secretKey: new Uint8Array(32).fill(1),
    committees,
    verifier: createVerifier(loadEd25519()),
    hasSettled: async (id) => {
      asked.push(id);
      return settled;
    },
  });
  return { signer, asked };
}

describe('C8 a cross-signer', () => {
  it('signs what the current committee has signed, and asks nobody', async () => {
    const { signer, asked } = createSignerInEpochOne(false);
    await expect(signer.sign(certificateOf(1))).resolves.toMatchObject({ format: 'eip191-abi' });
    expect(asked).toEqual([]);
  });

  it('signs what a committee that has retired signed, where it has settled', async () => {
    const { signer, asked } = createSignerInEpochOne(true);
    await expect(signer.sign(certificateOf(0))).resolves.toMatchObject({ format: 'eip191-abi' });
    expect(asked).toEqual([transactionId(ENVELOPE.transaction)]);
  });

  it('signs nothing that only retired keys have signed', async () => {
    const { signer } = createSignerInEpochOne(false);
    const error = await signer.sign(certificateOf(0)).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: -32000, message: expect.stringContaining('retired') });
  });

  it('signs nothing while the proxy is down, which alone knows which committee runs', async () => {
    const { signer } = createSignerInEpochOne(true, () => undefined);
    const error = await signer.sign(certificateOf(0)).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: -32000, message: 'p1 gave no answer' });
  });

  it('names the refusal as validators do, with the epoch that it knows of', async () => {
    const { signer } = createSignerInEpochOne(false);
    const short = { ...certificateOf(1), signatures: certificateOf(1).signatures.slice(1) };
    for (const [certificate, rule] of [
      [short, 'S1'],
      [certificateOf(0), 'C8'],
    ] as const) {
      const error = await signer.sign(certificate).catch((thrown: unknown) => thrown);
      const named = { code: 'InvalidCertificate', rule, epoch: 1 };
      expect(error).toMatchObject({ code: -32000, rejection: named });
      expect(error).toHaveProperty('data', expect.stringContaining('"InvalidCertificate"'));
    }
  });
});
