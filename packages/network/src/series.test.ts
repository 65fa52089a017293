import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cosine, exponential, naturalLog } from './series.ts';

function relativeError(found: number, expected: number): number {
  return found === expected ? 0 : Math.abs(found / expected - 1);
}

describe('naturalLog', () => {
  it('agrees with the logarithm from the smallest number up to 1', () => {
    fc.assert(
      fc.property(fc.double({ min: Number.MIN_VALUE, max: 1, noNaN: true }), (x) => {
        expect(relativeError(naturalLog(x), Math.log(x))).toBeLessThan(5e-16);
      }),
    );
  });
});

describe('exponential', () => {
  it('agrees with the exponential', () => {
    fc.assert(
      fc.property(fc.double({ min: -100, max: 100, noNaN: true }), (x) => {
        expect(relativeError(exponential(x), Math.exp(x))).toBeLessThan(1e-13);
      }),
    );
  });

  it('ends at nothing and at infinity', () => {
    expect([exponential(-1e9), exponential(-746), exponential(0)]).toEqual([0, 0, 1]);
    expect([exponential(720), exponential(1e9)]).toEqual([Infinity, Infinity]);
  });
});

describe('cosine', () => {
  it('agrees with the cosine within half a turn', () => {
    fc.assert(
      fc.property(fc.double({ min: -Math.PI, max: Math.PI, noNaN: true }), (x) => {
        expect(Math.abs(cosine(x) - Math.cos(x))).toBeLessThan(1e-14);
      }),
    );
  });
});
