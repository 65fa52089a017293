import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { faultyMax, quorumSize } from './quorum.ts';

describe('quorumSize', () => {
  it('is n - f, for every size', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000 }), (size) => {
        expect(quorumSize(size)).toBe(size - faultyMax(size));
      }),
      { numRuns: 1000 },
    );
  });

  it('makes two quorums share a correct validator, and lets the correct ones form one', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000 }), (size) => {
        const [quorum, faulty] = [quorumSize(size), faultyMax(size)];
        expect(2 * quorum - size).toBeGreaterThanOrEqual(faulty + 1);
        expect(size - faulty).toBeGreaterThanOrEqual(quorum);
      }),
      { numRuns: 1000 },
    );
  });

  it('has the values of facts.md P1.3', () => {
    const published = [1, 2, 3, 3, 4, 5, 5, 6, 7, 7];
    expect(published.map((_, index) => quorumSize(index + 1))).toEqual(published);
    expect([1, 3, 4, 6, 7, 10].map(faultyMax)).toEqual([0, 0, 1, 1, 2, 3]);
  });
});
