import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isSameData } from './same-data.ts';

const anyData = fc.dictionary(
  fc.constantFrom('a', 'b', 'c'),
  fc.oneof(
    fc.bigInt({ min: 0n, max: 1n }),
    fc.constantFrom('0', '1', 0, null),
    fc.array(fc.constantFrom('x', 'y'), { maxLength: 2 }),
    fc.record({ d: fc.constantFrom(1n, 2n) }, { noNullPrototype: true }),
  ),
  { noNullPrototype: true },
);

it('plain data is the same where it is equal, whatever the order of its keys', () => {
  fc.assert(
    fc.property(anyData, anyData, (one, other) => {
      expect(isSameData(one, other)).toBe(isDeepStrictEqual(one, other));
      expect(isSameData(one, Object.fromEntries(Object.entries(one).reverse()))).toBe(true);
    }),
    { numRuns: 500 },
  );
});

it('an undefined key counts as absent', () => {
  expect(isSameData({ a: 1, b: undefined }, { a: 1 })).toBe(true);
  expect(isSameData({ a: 1 }, { a: 1, b: undefined })).toBe(true);
  expect(isSameData({ a: 1 }, { a: 1, b: null })).toBe(false);
});
