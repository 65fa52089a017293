import { inspect } from 'node:util';
import { type Address, BURN_ADDRESS, bytesToHex } from '@quorate/protocol';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bytesOf, messages, toBytes } from '../test/adversary.ts';
import { loadEd25519 } from './backend.ts';
import { createSigner } from './signer.ts';
import { createVerifier } from './verifier.ts';

const BACKENDS = [loadEd25519('sodium'), loadEd25519('noble')];

describe.each(BACKENDS)('a signer and a verifier on $backend', (ed25519) => {
  const verifier = createVerifier(ed25519);

  it('agree on what the signer signed and on nothing else', () => {
    fc.assert(
      fc.property(bytesOf(32), messages(), messages(), (seed, message, other) => {
        const signer = createSigner(ed25519, seed);
        const signature = signer.sign(message);
        const same = bytesToHex(message) === bytesToHex(other);
        expect(verifier.verify(signer.address, message, signature)).toBe(true);
        expect(verifier.verify(signer.address, other, signature)).toBe(same);
      }),
    );
  });

  it('V3 agree that the address of a signer can sign and the burn address cannot', () => {
    expect(verifier.isAcceptableKey(createSigner(ed25519, toBytes(1n)).address)).toBe(true);
    expect(verifier.isAcceptableKey(BURN_ADDRESS)).toBe(false);
    expect(verifier.isAcceptableKey('ff'.repeat(32) as Address)).toBe(false);
  });

  it('keeps its key when the array it came in is overwritten', () => {
    const seed = toBytes(5n);
    const signer = createSigner(ed25519, seed);
    seed.fill(0);
    const message = toBytes(9n);
    expect(signer.address).toBe(createSigner(ed25519, toBytes(5n)).address);
    expect(verifier.verify(signer.address, message, signer.sign(message))).toBe(true);
  });

  it('shows its seed neither in JSON nor to an inspector', () => {
    const seed = Uint8Array.from({ length: 32 }, (_, index) => 200 + index);
    const signer = createSigner(ed25519, seed);
    expect(JSON.stringify(signer)).toBe(JSON.stringify({ address: signer.address }));
    expect(inspect(signer, { depth: null, showHidden: true })).not.toContain('200, 201');
  });

  it('names a seed of the wrong length as a mistake of the caller', () => {
    expect(() => createSigner(ed25519, new Uint8Array(31))).toThrow(
      expect.objectContaining({ code: 'InvalidSeedLength' }),
    );
  });
});
