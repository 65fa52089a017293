import { faultyMax, type Submission, VALIDATOR_RULES } from '@quorate/core';
import { describe, expect, it } from 'vitest';
import { sweep } from './sweep.ts';

// `npm run soak` tries ten thousand; these are the first of them.
describe('f Byzantine validators', () => {
  it.each([
    [4, 12],
    [7, 5],
    [10, 3],
  ])('of %d, in league with clients, violate no safety invariant', (validators, count) => {
    const { violated, contradictions } = sweep('safe', validators, { runs: count });
    expect(contradictions).toEqual([]);
    expect([...violated]).toEqual([]);
  });
});

describe('f + 1 Byzantine validators', () => {
  it.each([
    [4, 15],
    [7, 10],
  ])(
    'of %d break unique-certificate, and f + 1 of them are named and nobody else',
    (validators, count) => {
      const found = sweep('beyond', validators, { runs: count });
      expect(found.contradictions).toEqual([]);
      expect(found.violated.get('unique-certificate')).toBeGreaterThan(0);
      expect(found.fewestCulprits).toBeGreaterThan(faultyMax(validators));
    },
  );
});

describe('a sweep', () => {
  it('sees a core that forgets its locks, with at most f liars', () => {
    const validatorRules = { ...VALIDATOR_RULES, takeLock: ({ account }: Submission) => account };
    const { contradictions } = sweep('safe', 4, { runs: 30, validatorRules });
    expect(contradictions).toContainEqual(expect.stringContaining('no-double-sign was violated'));
    expect(contradictions).toContainEqual(expect.stringContaining('is correct but blamed'));
  });
});
