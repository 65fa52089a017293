import { createVerifier, loadEd25519 } from '@quorate/crypto';
import { factsOf, multiSigAddress, type TransactionEnvelope } from '@quorate/protocol';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCertificate, anyEnvelope } from './envelope-arbitraries.ts';
import { committeeOf } from './fixtures.ts';

const verifier = createVerifier(loadEd25519());

function isSignedBySender({ transaction, signature }: TransactionEnvelope): boolean {
  const { signingBytes, transaction: meaning } = factsOf(transaction);
  if (signature.kind === 'Signature') {
    return verifier.verify(meaning.sender, signingBytes, signature.signature);
  }
  const { config, signatures } = signature;
  return (
    multiSigAddress(config) === meaning.sender &&
    BigInt(signatures.length) >= config.quorum &&
    signatures.every(
      ([signer, bytes]) =>
        config.authorizedSigners.includes(signer) && verifier.verify(signer, signingBytes, bytes),
    )
  );
}

describe('anyEnvelope', () => {
  it('is signed by its sender (rule V3)', () => {
    fc.assert(
      fc.property(anyEnvelope(), (envelope) => {
        expect(isSignedBySender(envelope)).toBe(true);
      }),
    );
  });

  it('is of one key or of a multisig account', () => {
    const kinds = fc.sample(anyEnvelope(), 100).map(({ signature }) => signature.kind);
    expect(new Set(kinds)).toEqual(new Set(['Signature', 'MultiSig']));
  });
});

describe('anyCertificate', () => {
  it('has a quorum of distinct members, each with a valid signature (rule S1)', () => {
    const sized = fc.integer({ min: 1, max: 7 }).chain((size) =>
      fc.record({
        size: fc.constant(size),
        certificate: anyCertificate(committeeOf(size)),
      }),
    );
    fc.assert(
      fc.property(sized, ({ size, certificate: { envelope, signatures } }) => {
        const members = new Set(committeeOf(size).map(({ address }) => address));
        const names = new Set(signatures.map(([name]) => name));
        expect(names.size).toBe(signatures.length);
        expect(names.size * 3).toBeGreaterThan(2 * size);
        expect([...names].filter((name) => !members.has(name))).toEqual([]);
        const { signingBytes } = factsOf(envelope.transaction);
        for (const [name, signature] of signatures) {
          expect(verifier.verify(name, signingBytes, signature)).toBe(true);
        }
      }),
    );
  });
});
