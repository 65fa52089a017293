import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { thinned } from './thinned.ts';

const lists = fc.nat(9).map((length) => Array.from({ length }, (_, index) => index));

describe('thinned', () => {
  it('leaves out all, halves, quarters, single items', () => {
    expect([...thinned([1, 2, 3, 4])]).toEqual([
      [],
      [3, 4],
      [1, 2],
      [2, 3, 4],
      [1, 3, 4],
      [1, 2, 4],
      [1, 2, 3],
    ]);
    expect([...thinned([])]).toEqual([]);
  });

  it('leaves out at least one item each time, and each item alone', () => {
    fc.assert(
      fc.property(lists, (list) => {
        const fewer = [...thinned(list)];
        for (const rest of fewer) {
          expect(rest.length).toBeLessThan(list.length);
          expect(list.filter((item) => rest.includes(item))).toEqual(rest);
        }
        for (const gone of list) {
          expect(fewer).toContainEqual(list.filter((item) => item !== gone));
        }
      }),
    );
  });
});
