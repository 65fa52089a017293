import { isDeepStrictEqual } from 'node:util';
import { expect, it } from 'vitest';
import { act } from '../../arbitraries/plots/scene.ts';
import { drawsOf } from '../draw.ts';
import { withSecondToken } from './second-token.ts';

const TOKEN = { op: 'create-token', name: 'gold', decimals: 0, amount: 1n, mints: [] } as const;
const GOLD = { ...TOKEN, as: 'gold' };
const lines = [
  act('alice', { op: 'pay', to: 'bob', amount: 1n, token: undefined }),
  act('alice', GOLD),
];

it('has somebody create a second token beside a first one at times, and changes nothing else', () => {
  const drawn = Array.from({ length: 200 }, (_, seed) =>
    withSecondToken(lines, drawsOf(BigInt(seed))),
  );
  const two = drawn.filter(([, line]) => line !== lines[1]);
  expect(drawn.every(([line]) => line === lines[0])).toBe(true);
  expect(two.length).toBeGreaterThan(30);
  expect(two.length).toBeLessThan(90);
  const both = act('alice', GOLD, { ...GOLD, as: 'gold-second' });
  expect(two.every(([, line]) => isDeepStrictEqual(line, both))).toBe(true);
});
