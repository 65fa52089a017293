import fc from 'fast-check';
import { expect, it } from 'vitest';
import { act } from '../../arbitraries/plots/scene.ts';
import { BURN } from '../../scenario/burn-address.ts';
import { drawsOf } from '../draw.ts';
import { burnt } from './burnt.ts';

const lines = [
  act('alice', { op: 'set-state', key: '00', to: '00' }),
  act('alice', { op: 'pay', to: 'bob', amount: 1n, token: undefined }),
  act('bob', { op: 'mint', token: 'gold', to: 'bob', amount: 1n }),
];

it('sends one payment or mint to the burn address at times, and leaves all else as it is', () => {
  const seen = new Set<number>();
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), (seed) => {
      const drawn = burnt(lines, drawsOf(seed));
      expect(burnt(lines, drawsOf(seed))).toEqual(drawn);
      const changed = lines.flatMap((line, index) => (drawn[index] === line ? [] : [index]));
      expect(changed.length).toBeLessThanOrEqual(1);
      for (const index of changed) seen.add(index);
      expect(drawn.length).toBe(lines.length);
    }),
    { numRuns: 400, seed: 1 },
  );
  expect(seen).toEqual(new Set([1, 2]));
});

it('has a whole batch pay to it', () => {
  const payment = { op: 'pay', to: 'bob', amount: 1n, token: undefined } as const;
  const batch = [act('alice', payment, payment)];
  const drawn = [...Array(200).keys()].map((seed) => burnt(batch, drawsOf(BigInt(seed))));
  const other = drawn.find(([line]) => line !== batch[0]);
  const to = { ...payment, to: BURN };
  expect(other).toEqual([act('alice', to, to)]);
});
