import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { flipBits } from './flip-bits.ts';

const parts = fc
  .array(fc.uint8Array({ maxLength: 6 }), { minLength: 1, maxLength: 4 })
  .filter((list) => list.some(({ length }) => length > 0))
  .map((list) => list.map((bytes) => Buffer.from(bytes).toString('hex')));
const hits = fc.array(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), {
  minLength: 1,
  maxLength: 8,
});

function bitsOf(hexes: readonly string[]): string {
  return hexes
    .join('')
    .split('')
    .map((digit) => Number.parseInt(digit, 16).toString(2).padStart(4, '0'))
    .join('');
}

describe('flipBits', () => {
  it('flips as many bits as there are different hits, and keeps every length', () => {
    fc.assert(
      fc.property(parts, hits, (before, places) => {
        const after = flipBits(before, places);
        expect(after.map(({ length }) => length)).toEqual(before.map(({ length }) => length));
        const [was, is] = [bitsOf(before), bitsOf(after)];
        const flipped = [...was].filter((bit, index) => bit !== is[index]).length;
        const different = new Set(places.map((place) => Math.floor(place * was.length)));
        expect(flipped).toBe(different.size);
      }),
    );
  });

  it('undoes itself', () => {
    fc.assert(
      fc.property(parts, hits, (before, places) => {
        expect(flipBits(flipBits(before, places), places)).toEqual(before);
      }),
    );
  });

  it('reaches every bit', () => {
    const reached = Array.from({ length: 16 }, (_, bit) => flipBits(['00', '00'], [bit / 16]));
    expect(new Set(reached.map(String)).size).toBe(16);
  });
});
