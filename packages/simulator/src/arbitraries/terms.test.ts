import fc from 'fast-check';
import { expect, it } from 'vitest';
import { drawsOf } from '../draw/draw.ts';
import { drawTerms } from './terms.ts';

const PAYEES = [{ name: 'alice' }, { name: 'treasury-1' }];

it('draws fees for one of those that there are, and ages, in some runs and not in most', () => {
  const count = 600;
  const drawn = Array.from({ length: count }, (_, seed) =>
    drawTerms(PAYEES, drawsOf(BigInt(seed))),
  );
  const charged = drawn.flatMap(({ fees }) => fees ?? []);
  expect(charged.length).toBeGreaterThan(count * 0.08);
  expect(charged.length).toBeLessThan(count * 0.16);
  expect(new Set(charged.map(({ account }) => account))).toEqual(new Set(['alice', 'treasury-1']));
  const waiting = drawn.filter(({ requestAge }) => requestAge > 0n);
  expect(waiting.length).toBeGreaterThan(count * 0.05);
  expect(waiting.length).toBeLessThan(count * 0.12);
});

it('draws the same from the same seed', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), (seed) => {
      expect(drawTerms(PAYEES, drawsOf(seed))).toEqual(drawTerms(PAYEES, drawsOf(seed)));
    }),
  );
});
