import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CommandError } from '../command-error.ts';
import { committeesOf } from './plans.ts';

const names = fc
  .uniqueArray(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 12 })
  .map((numbers) => numbers.map((number) => `v${number}`));

const FOUR = { seated: ['v1', 'v2', 'v3', 'v4'], down: [], hosted: 4 };

describe('a plan of changes', () => {
  it('keeps the members and adds others when the committee grows', () => {
    fc.assert(
      fc.property(names, fc.integer({ min: 1, max: 10 }), names, (seated, more, down) => {
        const [next = [], ...rest] = committeesOf(
          { growTo: seated.length + more },
          { seated, down, hosted: 30 },
        );
        expect(rest).toEqual([]);
        expect(next.slice(0, seated.length)).toEqual(seated);
        expect(new Set(next).size).toBe(seated.length + more);
        expect(next.slice(seated.length).filter((name) => down.includes(name))).toEqual([]);
      }),
    );
  });

  it('replaces one member at a time, until no former member is left', () => {
    fc.assert(
      fc.property(names, names, (seated, down) => {
        let before: readonly string[] = seated;
        for (const next of committeesOf({ replaceAll: true }, { seated, down, hosted: 30 })) {
          expect(new Set(next).size).toBe(seated.length);
          expect(next.filter((name) => before.includes(name))).toHaveLength(seated.length - 1);
          before = next;
        }
        expect(before.filter((name) => [...seated, ...down].includes(name))).toEqual([]);
      }),
    );
  });

  it('does one after the other, each from the result of the last', () => {
    const committees = committeesOf({ growTo: 7, shrinkTo: 4, replaceAll: true }, FOUR);
    expect(committees.map((each) => each.join(' '))).toEqual([
      'v1 v2 v3 v4 v5 v6 v7',
      'v1 v2 v3 v4',
      'v2 v3 v4 v5',
      'v3 v4 v5 v6',
      'v4 v5 v6 v7',
      'v5 v6 v7 v8',
    ]);
  });

  it.each([
    [['v2', 'v4']],
    [['v1', 'v2', 'v3', 'v5']],
    // The order of the names does not matter.
    [['v7', 'v1', 'v5', 'v6']],
  ])('seats %j where four are hosted: new members come next', (members) => {
    expect(committeesOf({ members }, FOUR)).toEqual([members]);
  });

  it.each([
    [{}, 'give at least one of'],
    [{ growTo: 4 }, '--grow-to: expected more than the 4 that have a seat, got 4'],
    [{ growTo: 101 }, '--grow-to: expected 1 to 100, got 101'],
    [{ shrinkTo: 4 }, '--shrink-to: expected 1 to 3, got 4'],
    [{ members: ['v1', 'v1'] }, 'each once'],
    ...['v0', 'v05', 'v101', 'v999', 'v1000', 'alice'].map(
      (name) =>
        [
          { members: ['v1', 'v2', 'v3', 'v4', name] },
          `--members: expected names from v1 to v100, such as v5, got ${name}`,
        ] as const,
    ),
    [{ members: ['v1', 'v6'] }, 'in order: expected v5, too, which comes before v6'],
    [
      { members: ['v1', 'v5', 'v12'] },
      '--members: a devnet hosts validators in order: expected v6, too, which comes before v12',
    ],
  ] as const)('that says %j is a mistake of the caller', (plan, text) => {
    const act = () => committeesOf(plan, FOUR);
    expect(act).toThrow(CommandError);
    expect(act).toThrow(text);
  });

  it('takes nobody from a committee of one', () => {
    const alone = { seated: ['v1'], down: [], hosted: 1 };
    const expected = '--shrink-to: expected a committee of more than one member';
    expect(() => committeesOf({ shrinkTo: 1 }, alone)).toThrow(expected);
  });

  it.each([
    [
      { growTo: 100 },
      '--grow-to: it takes 40 more, but only 39 of v1 to v100 are neither seated nor down',
    ],
    [
      { replaceAll: true },
      '--replace-all: it takes 60 more, but only 39 of v1 to v100 are neither',
    ],
  ] as const)('that says %j takes more than a devnet hosts', (plan, text) => {
    const seated = Array.from({ length: 60 }, (_, index) => `v${index + 1}`);
    const act = () => committeesOf(plan, { seated, down: ['v61'], hosted: 61 });
    expect(act).toThrow(CommandError);
    expect(act).toThrow(text);
  });
});
