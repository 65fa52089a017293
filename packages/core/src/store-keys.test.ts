import type { Address } from '@quorate/protocol';
import { addressOf } from '@quorate/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { certificateKey, certificateRange, isCertificateKey } from './store-keys.ts';

const anyNonce = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });

describe('certificateKey', () => {
  it('sorts as the nonces do', () => {
    fc.assert(
      fc.property(anyNonce, anyNonce, (a, b) => {
        const [keyA, keyB] = [a, b].map((nonce) => certificateKey(addressOf('alice'), nonce));
        expect((keyA ?? '') < (keyB ?? '')).toBe(a < b);
      }),
      { numRuns: 500 },
    );
  });

  it('lies in the range of its sender from a nonce on, and of nobody else', () => {
    fc.assert(
      fc.property(anyNonce, anyNonce, fc.boolean(), (from, nonce, isOther) => {
        const { from: first, to } = certificateRange(addressOf('alice'), from, 1);
        const key = certificateKey(addressOf(isOther ? 'bob' : 'alice'), nonce);
        expect(key >= first && key < to).toBe(!isOther && nonce >= from);
      }),
      { numRuns: 500 },
    );
  });
});

describe('isCertificateKey', () => {
  it('takes an address and 64 bits, and nothing else', () => {
    expect(isCertificateKey(addressOf('alice'), 0n)).toBe(true);
    expect(isCertificateKey(addressOf('alice'), 2n ** 64n - 1n)).toBe(true);
    expect(isCertificateKey(addressOf('alice'), 2n ** 64n)).toBe(false);
    expect(isCertificateKey(addressOf('alice'), -1n)).toBe(false);
    expect(isCertificateKey('alice' as Address, 0n)).toBe(false);
    expect(isCertificateKey(addressOf('alice').toUpperCase() as Address, 0n)).toBe(false);
  });
});
