import fc from 'fast-check';
import { expect, it } from 'vitest';
import { act, type Line } from '../../arbitraries/plots/scene.ts';
import { drawsOf } from '../draw.ts';
import { givenAgain } from './given-again.ts';

const PAY = { op: 'pay', to: 'bob', amount: 1n, token: undefined } as const;
const own = act('alice', PAY);
const shared = (client: string): Line => ({
  client,
  step: { ...own.step, from: 'treasury' } as typeof own.step,
});
const twofold = act('carol', PAY, PAY);
const LINES = [
  own,
  shared('alice'),
  { ...twofold, step: { ...twofold.step, from: 'treasury' } } as Line,
  shared('bob'),
];

it('has one member of an account submit what it has signed once or twice more, and leaves all else as it is', () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), (seed) => {
      const drawn = givenAgain(LINES, drawsOf(seed));
      expect(givenAgain(LINES, drawsOf(seed))).toEqual(drawn);
      expect(drawn.filter((line) => LINES.includes(line))).toEqual(LINES);
      const added = drawn.filter((line) => !LINES.includes(line));
      const behind = drawn[drawn.findLastIndex((line) => !LINES.includes(line)) + 1];
      for (const { client, step } of added) {
        expect({ client, step }).toEqual({
          client: behind?.client,
          step: { ...behind?.step, await: false },
        });
      }
      seen.add(added.map(({ client }) => client).join(' '));
    }),
    { numRuns: 200, seed: 1 },
  );
  expect(seen).toEqual(new Set(['', 'alice', 'alice alice', 'bob', 'bob bob']));
});
