import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Catch } from './hunt.ts';
import { median, scoreOf } from './scoreboard.ts';

const mutant = { id: 'any', title: 'does wrong', rule: 'V4' };

function kill(runs: number, oracle = 'no-double-sign'): Catch {
  return {
    runs,
    seconds: runs / 100,
    kill: { oracle, cause: `${oracle}: any`, size: undefined, shrinkSeconds: 1 },
  };
}

const escaped: Catch = { runs: 500, seconds: 60, kill: undefined };

describe('scoreOf', () => {
  it('calls a mutant killed where more than half of the hunts kill it', () => {
    expect(scoreOf(mutant, [kill(3), escaped, kill(9)])).toMatchObject({ isKilled: true, runs: 9 });
    expect(scoreOf(mutant, [kill(3), escaped, escaped])).toMatchObject({
      isKilled: false,
      runs: undefined,
      seconds: undefined,
    });
    expect(scoreOf(mutant, [kill(3), escaped]).isKilled).toBe(false);
  });

  it('names the invariants that broke, the most frequent first', () => {
    const { oracles } = scoreOf(mutant, [kill(1), kill(2, 'convergence'), kill(3, 'convergence')]);
    expect(oracles).toEqual(['convergence', 'no-double-sign']);
  });

  it('passes on why a mutant survives', () => {
    const survives = 'it is equal to the right one';
    expect(scoreOf({ ...mutant, survives }, [escaped]).mutant.survives).toBe(survives);
  });
});

describe('median', () => {
  it('is the value in the middle, the lower of two', () => {
    fc.assert(
      fc.property(fc.array(fc.integer(), { minLength: 1 }), (values) => {
        const middle = median(values) ?? Number.NaN;
        const half = values.length / 2;
        expect(values).toContain(middle);
        expect(values.filter((value) => value < middle).length).toBeLessThan(half);
        expect(values.filter((value) => value > middle).length).toBeLessThanOrEqual(half);
      }),
    );
  });

  it('is undefined where it is endless, or nothing is there', () => {
    expect(median([1, Infinity, Infinity])).toBeUndefined();
    expect(median([])).toBeUndefined();
  });
});
