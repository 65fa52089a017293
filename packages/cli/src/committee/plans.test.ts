import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CommandError } from '../wallet/command-error.ts';
import { committeesOf } from './plans.ts';

const names = fc
  .uniqueArray(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 12 })
  .map((numbers) => numbers.map((number) => `v${number}`));

describe('a plan of changes', () => {
  it('keeps who sits and adds others, where the committee grows', () => {
    fc.assert(
      fc.property(names, fc.integer({ min: 1, max: 10 }), names, (seated, more, down) => {
        const [next = [], ...rest] = committeesOf({ growTo: seated.length + more }, seated, down);
        expect(rest).toEqual([]);
        expect(next.slice(0, seated.length)).toEqual(seated);
        expect(new Set(next).size).toBe(seated.length + more);
        expect(next.slice(seated.length).filter((name) => down.includes(name))).toEqual([]);
      }),
    );
  });

  it('replaces one member at a time, until nobody is left of those who sat', () => {
    fc.assert(
      fc.property(names, names, (seated, down) => {
        let before: readonly string[] = seated;
        for (const next of committeesOf({ replaceAll: true }, seated, down)) {
          expect(new Set(next).size).toBe(seated.length);
          expect(next.filter((name) => before.includes(name))).toHaveLength(seated.length - 1);
          before = next;
        }
        expect(before.filter((name) => [...seated, ...down].includes(name))).toEqual([]);
      }),
    );
  });

  it('does one after the other, each from what the last has come to', () => {
    const seated = ['v1', 'v2', 'v3', 'v4'];
    const committees = committeesOf({ growTo: 7, shrinkTo: 4, replaceAll: true }, seated, []);
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
    [{}, 'give one of'],
    [{ growTo: 4 }, '4 sit already'],
    [{ shrinkTo: 4 }, 'expected 1 to 3'],
    [{ members: ['v1', 'v1'] }, 'each once'],
  ])('that says %j is a mistake of the caller', (plan, text) => {
    const act = () => committeesOf(plan, ['v1', 'v2', 'v3', 'v4'], []);
    expect(act).toThrow(CommandError);
    expect(act).toThrow(text);
  });
});
