import fc from 'fast-check';
import { expect, it } from 'vitest';
import { act } from '../arbitraries/plots/scene.ts';
import { drawsOf } from './draw.ts';
import { unversioned } from './unversioned.ts';

const PAY = { op: 'pay', to: 'bob', amount: 1n, token: undefined } as const;
const BURN = { op: 'burn', token: 'gold', amount: 1n } as const;
const shared = act('alice', PAY);
const LINES = [
  act('alice', PAY),
  act('bob', BURN),
  { ...shared, step: { ...shared.step, from: 'treasury' } } as typeof shared,
  { client: 'alice', step: { op: 'wait', duration: 1n } } as const,
  act('bob', PAY, PAY),
];

it('leaves the release out of what can do without, in some runs, and changes nothing else', () => {
  const seen = new Set<number>();
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), (seed) => {
      const drawn = unversioned(LINES, drawsOf(seed));
      expect(unversioned(LINES, drawsOf(seed))).toEqual(drawn);
      for (const [index, line] of drawn.entries()) {
        const { client, step } = LINES[index] ?? {};
        if (line === LINES[index]) continue;
        expect(line).toEqual({ client, step: { ...step, release: 'Unversioned' } });
        seen.add(index);
      }
    }),
    { numRuns: 300, seed: 1 },
  );
  expect(seen).toEqual(new Set([0, 4]));
});
