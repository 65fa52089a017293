import fc from 'fast-check';
import { expect, it } from 'vitest';
import { act } from '../../arbitraries/plots/scene.ts';
import { drawsOf } from '../draw.ts';
import { hasty } from './hasty.ts';

const PAY = { op: 'pay', to: 'bob', amount: 1n, token: undefined } as const;
const shared = act('alice', PAY);
const LINES = [
  act('alice', PAY),
  act('bob', { op: 'burn', token: 'gold', amount: 1n }),
  { ...shared, step: { ...shared.step, from: 'treasury' } } as typeof shared,
  { ...shared, step: { ...shared.step, release: 'Unversioned' } } as typeof shared,
  act('bob', PAY),
];

it('has a client make one of its own payments several times without waiting, and no other', () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), (seed) => {
      const drawn = hasty(LINES, drawsOf(seed));
      expect(hasty(LINES, drawsOf(seed))).toEqual(drawn);
      expect(drawn.filter((line) => LINES.includes(line))).toEqual(LINES);
      const added = drawn.filter((line) => !LINES.includes(line));
      if (added.length === 0) return;
      const original = LINES[drawn.findIndex((line) => !LINES.includes(line))];
      for (const line of added) {
        expect(line).toEqual({ ...original, step: { ...original?.step, await: false } });
      }
      seen.add(`${original?.client} ${added.length}`);
    }),
    { numRuns: 1_000, seed: 1 },
  );
  const all = ['alice', 'bob'].flatMap((name) => [2, 3, 4].map((count) => `${name} ${count}`));
  expect(seen).toEqual(new Set(all));
});
