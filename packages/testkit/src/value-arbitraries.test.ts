import { AMOUNT_MAX } from '@quorate/protocol';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyAmount, anyNonce, anyText } from './value-arbitraries.ts';

describe('anyAmount', () => {
  it('reaches the edges of its range and of a double within a few hundred draws', () => {
    const drawn = new Set(fc.sample(anyAmount(), 1000));
    for (const edge of [0n, 1n, 2n ** 53n, 2n ** 64n, AMOUNT_MAX]) {
      expect(drawn.has(edge), `${edge}`).toBe(true);
    }
  });
});

describe('anyNonce', () => {
  it('reaches both sides of what a double and a signed integer hold', () => {
    const drawn = new Set(fc.sample(anyNonce(), 1000));
    for (const edge of [2n ** 53n - 1n, 2n ** 53n, 2n ** 63n - 1n, 2n ** 63n, 2n ** 64n - 1n]) {
      expect(drawn.has(edge), `${edge}`).toBe(true);
    }
  });
});

describe('anyText', () => {
  it('is well-formed', () => {
    fc.assert(
      fc.property(anyText(), (text) => {
        expect(Buffer.from(text, 'utf8').toString('utf8')).toBe(text);
      }),
    );
  });
});
