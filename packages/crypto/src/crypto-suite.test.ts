import type { Address, Signature } from '@quorate/protocol';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CRYPTO_MODES, type CryptoMode } from './crypto-mode.ts';
import { openCrypto } from './crypto-suite.ts';

const seed = fc.uint8Array({ minLength: 32, maxLength: 32 });
const message = fc.uint8Array({ maxLength: 300 });

describe.each(CRYPTO_MODES)('a crypto suite in mode %s', (mode) => {
  const suite = openCrypto(mode);

  it('accepts what its signers sign, for nodes and for those who watch them', () => {
    fc.assert(
      fc.property(seed, message, (secret, bytes) => {
        const { address, sign } = suite.signer(secret);
        const signature = sign(bytes);
        expect(signature).toMatch(/^[0-9a-f]{128}$/);
        expect(sign(bytes)).toBe(signature);
        expect(suite.verifier.verify(address, bytes, signature)).toBe(true);
        expect(suite.witness.verify(address, bytes, signature)).toBe(true);
      }),
      { numRuns: 200 },
    );
  });

  it('refuses a forgery: another key, another message, another signature', () => {
    fc.assert(
      fc.property(twoOf(seed), twoOf(message), fc.nat(), ([one, other], [bytes, rival], place) => {
        const mine = suite.signer(one);
        const yours = suite.signer(other);
        const signature = mine.sign(bytes);
        const forgeries: readonly (readonly [Address, Uint8Array, Signature])[] = [
          [yours.address, bytes, signature],
          [mine.address, rival, signature],
          [mine.address, flipped(bytes, place), signature],
          [mine.address, bytes, yours.sign(bytes)],
          [mine.address, bytes, mine.sign(rival)],
          [mine.address, bytes, changed(signature, place)],
          [mine.address, bytes, `${signature}00` as Signature],
        ];
        for (const verifier of [suite.verifier, suite.witness]) {
          for (const forgery of forgeries) expect(verifier.verify(...forgery)).toBe(false);
        }
      }),
      { numRuns: 200 },
    );
  });

  it('gives the keys of Ed25519 and judges keys by its rules (V3)', () => {
    fc.assert(
      fc.property(seed, (secret) => {
        const { address } = suite.signer(secret);
        expect(address).toBe(openCrypto('full').signer(secret).address);
        expect(suite.verifier.isAcceptableKey(address)).toBe(true);
        expect(suite.verifier.isAcceptableKey('00'.repeat(32) as Address)).toBe(false);
      }),
      { numRuns: 50 },
    );
  });
});

describe('openCrypto', () => {
  const secret = new Uint8Array(32).fill(9);
  const bytes = new Uint8Array(100).fill(4);
  const signatureIn = (mode: CryptoMode) => openCrypto(mode).signer(secret).sign(bytes);

  it('signs with Ed25519 in every mode but stub, whose signatures no Ed25519 verifier accepts', () => {
    const { signer, verifier } = openCrypto('full');
    const real = signatureIn('full');
    for (const mode of ['cache', 'trusted', 'memo'] as const) expect(signatureIn(mode)).toBe(real);
    const tag = signatureIn('stub');
    expect(Buffer.from(tag, 'hex').toString()).toMatch(/^(stub){14}/);
    expect(verifier.verify(signer(secret).address, bytes, tag)).toBe(false);
    expect(openCrypto('stub').verifier.verify(signer(secret).address, bytes, real)).toBe(false);
  });

  it('gives every run a suite of its own, but for memo, which outlives them', () => {
    for (const mode of ['cache', 'trusted', 'stub'] as const) {
      expect(openCrypto(mode)).not.toBe(openCrypto(mode));
    }
    expect(openCrypto('memo')).toBe(openCrypto('memo'));
    expect(openCrypto('memo', 'noble')).not.toBe(openCrypto('memo', 'sodium'));
  });

  it('keeps keys by their seeds, whatever the caller does to the array', () => {
    const reused = new Uint8Array(secret);
    const { address } = openCrypto('full').signer(reused);
    reused.fill(1);
    expect(openCrypto('trusted').signer(reused).address).not.toBe(address);
    expect(openCrypto('trusted').signer(secret).address).toBe(address);
  });
});

function twoOf(bytes: fc.Arbitrary<Uint8Array>): fc.Arbitrary<readonly [Uint8Array, Uint8Array]> {
  return fc.tuple(bytes, bytes).filter(([one, other]) => Buffer.compare(one, other) !== 0);
}

function flipped(bytes: Uint8Array, place: number): Uint8Array {
  if (bytes.length === 0) return new Uint8Array(1);
  return bytes.with(place % bytes.length, (bytes[place % bytes.length] ?? 0) ^ (1 << (place % 8)));
}

function changed(signature: Signature, place: number): Signature {
  const at = place % signature.length;
  const digit = signature[at] === '0' ? '1' : '0';
  return `${signature.slice(0, at)}${digit}${signature.slice(at + 1)}` as Signature;
}
