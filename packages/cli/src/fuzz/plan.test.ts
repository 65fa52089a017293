import { describe, expect, it } from 'vitest';
import { type FuzzOptions, planOf } from './plan.ts';

const given: FuzzOptions = {
  profile: 'safe',
  maxFailures: 5,
  crypto: 'stub',
  baseSeed: 9n,
  jobs: 2,
};

describe('planOf', () => {
  it('searches for a minute by default', () => {
    expect(planOf(given)).toMatchObject({
      seconds: 60,
      shrinkSeconds: 20,
      runs: undefined,
      first: 9n,
      strategy: { kind: 'random' },
      space: { profile: 'safe' },
    });
  });

  it('has no time limit if a number of runs is given, not even for shrinking', () => {
    expect(() => planOf({ ...given, runs: 50, shrinkTime: '3s' })).toThrow(
      /^--shrink-time needs --time/,
    );
    const plan = planOf({ ...given, runs: 50 });
    expect(plan).toMatchObject({ runs: 50, seconds: undefined, shrinkSeconds: undefined });
  });

  it('keeps the given time limit, also beside a number of runs', () => {
    const plan = planOf({ ...given, runs: 50, time: '5 min', shrinkTime: '500ms' });
    expect(plan).toMatchObject({ runs: 50, seconds: 300, shrinkSeconds: 0.5 });
  });

  it('takes a range of seeds as that many runs from the first of them', () => {
    expect(planOf({ ...given, seeds: { first: 5n, last: 14n } })).toMatchObject({
      first: 5n,
      runs: 10,
      seconds: undefined,
    });
  });

  it.each([
    ['90s', 90],
    ['7m', 420],
    ['7min', 420],
    ['1.5 m', 90],
    ['2h', 7_200],
    ['500ms', 0.5],
  ])('takes a time as people write it: %s', (time, seconds) => {
    expect(planOf({ ...given, time, shrinkTime: time })).toMatchObject({
      seconds,
      shrinkSeconds: seconds,
    });
  });

  it('gives every run the changes that are asked for, or the usual ones', () => {
    const changes = { least: 1, greatest: 2 };
    expect(planOf({ ...given, changes })).toMatchObject({ space: { changes } });
    expect(planOf(given)).toMatchObject({ space: { changes: { least: 0, greatest: 2 } } });
  });

  it.each([
    [
      { strategy: 'luck' },
      '--strategy takes random or pct and a depth from 1, such as pct:3, not "luck"',
    ],
    [
      { time: '60' },
      '--time takes a number and a unit of time (ns, us, ms, s, min, h), such as "5min", not "60"',
    ],
    [{ time: '0s' }, '--time takes a time above 0, not "0s"'],
    [{ shrinkTime: 'long' }, 'not "long"'],
  ])('says what is wrong with %j', (options, text) => {
    expect(() => planOf({ ...given, ...options })).toThrow(text);
  });
});
