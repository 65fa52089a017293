import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { oneFrom, outline, shuffledFrom, someFrom } from './sketch.ts';
import { chance, probabilityIn, weighted } from './values.ts';

const lists = fc.uniqueArray(fc.nat(), { minLength: 1, maxLength: 40 });
const ascending = (a: number, b: number) => a - b;
const own = (list: readonly number[]) => list;

describe('sketches', () => {
  it('of one element give an element of any list that they are shown', () => {
    fc.assert(
      fc.property(oneFrom(own), lists, (sketch, list) => {
        expect(list).toContain(sketch(list));
      }),
    );
  });

  it('of some elements keep their order, and leave none twice and not all out', () => {
    fc.assert(
      fc.property(someFrom(own), lists, (sketch, list) => {
        const some = sketch(list);
        expect(some.length).toBeGreaterThan(0);
        expect(list.filter((each) => some.includes(each))).toEqual(some);
      }),
    );
    expect(fc.sample(someFrom(own), 1).map((sketch) => sketch([]))).toEqual([[]]);
  });

  it('of an order hold every element once, and each of them comes first now and then', () => {
    fc.assert(
      fc.property(shuffledFrom(own), lists, (sketch, list) => {
        expect(sketch(list).toSorted(ascending)).toEqual(list.toSorted(ascending));
      }),
    );
    const firsts = fc
      .sample(shuffledFrom(own), { numRuns: 300, seed: 1 })
      .map((sketch) => sketch([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15])[0]);
    expect(new Set(firsts).size).toBe(15);
  });

  it('of an object have all of its keys', () => {
    const pairs = outline<readonly number[], { readonly one: number; readonly all: number[] }>({
      one: oneFrom(own),
      all: shuffledFrom(own),
    });
    fc.assert(
      fc.property(pairs, lists, (sketch, list) => {
        expect(Object.keys(sketch(list))).toEqual(['one', 'all']);
      }),
    );
  });
});

describe('values', () => {
  it('by weight are never of weight 0', () => {
    const weights = fc.record({ a: fc.nat(3), b: fc.nat(3), c: fc.integer({ min: 1, max: 3 }) });
    fc.assert(
      fc.property(
        weights.chain((table) => weighted(table).map((key) => table[key])),
        (weight) => {
          expect(weight).toBeGreaterThan(0);
        },
      ),
    );
  });

  it('of probability 0 and 1 are certain', () => {
    fc.assert(fc.property(chance(0), chance(1), (never, ever) => !never && ever));
  });

  it('between two probabilities stay between them, the ends included', () => {
    const ends = fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.constant(1));
    const within = ends.chain(([least, greatest]) =>
      probabilityIn({ least, greatest }).map((drawn) => drawn >= least && drawn <= greatest),
    );
    fc.assert(fc.property(within, (isWithin) => isWithin));
  });
});
