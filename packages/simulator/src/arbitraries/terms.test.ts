import fc from 'fast-check';
import { expect, it } from 'vitest';
import { drawsOf } from '../draw/draw.ts';
import { DEFAULT_SWARM } from '../scenario/swarm/swarm.ts';
import { drawTerms } from './terms.ts';

const PAYEES = [{ name: 'alice' }, { name: 'treasury-1' }];

it('draws fees, which releases are taken, and ages, in some runs and not in most', () => {
  const count = 600;
  const drawn = Array.from({ length: count }, (_, seed) =>
    drawTerms(PAYEES, DEFAULT_SWARM, drawsOf(BigInt(seed))),
  );
  const charged = drawn.flatMap(({ fees }) => fees ?? []);
  expect(charged.length).toBeGreaterThan(count * 0.08);
  expect(charged.length).toBeLessThan(count * 0.16);
  expect(new Set(charged.map(({ account }) => account))).toEqual(new Set(['alice', 'treasury-1']));
  const tokens = charged.flatMap(({ token }) => token ?? []);
  expect(tokens.length).toBeGreaterThan(charged.length * 0.3);
  expect(tokens.length).toBeLessThan(charged.length * 0.7);
  expect(new Set(tokens.map(({ of }) => of))).toEqual(new Set(['alice']));
  expect(new Set(tokens.map(({ isDefault }) => isDefault))).toEqual(new Set([true, false]));
  const strict = drawn.filter(({ acceptsUnversioned }) => !acceptsUnversioned);
  expect(strict.length).toBeGreaterThan(count * 0.03);
  expect(strict.length).toBeLessThan(count * 0.1);
  const waiting = drawn.filter(({ requestAge }) => requestAge > 0n);
  expect(waiting.length).toBeGreaterThan(count * 0.05);
  expect(waiting.length).toBeLessThan(count * 0.12);
});

it('draws the same from the same seed', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), (seed) => {
      expect(drawTerms(PAYEES, DEFAULT_SWARM, drawsOf(seed))).toEqual(
        drawTerms(PAYEES, DEFAULT_SWARM, drawsOf(seed)),
      );
    }),
  );
});
