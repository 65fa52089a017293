import { expect, it } from 'vitest';
import { act, type Line } from '../../arbitraries/plots/scene.ts';
import { DEFAULT_SWARM } from '../../scenario/swarm/swarm.ts';
import { drawsOf } from '../draw.ts';
import { afterSigning } from './after-signing.ts';

const PAY = { op: 'pay', to: 'bob', amount: 1n, token: undefined } as const;
const ALONE = act('alice', PAY);
const SHARED: Line = { client: 'bob', step: { ...ALONE.step, from: 'treasury' } as Line['step'] };
const READ: Line = { client: 'bob', step: { op: 'read', of: 'treasury', incomplete: true } };

function drawn(lines: readonly Line[], swarm = DEFAULT_SWARM): readonly (readonly Line[])[] {
  return Array.from({ length: 60 }, (_, seed) => afterSigning(lines, swarm, drawsOf(BigInt(seed))));
}

it('has a member that signs for an account look up at times what lacks signatures', () => {
  const all = drawn([ALONE, SHARED, ALONE]);
  const looked = all.filter((lines) => lines.length === 4);
  expect(looked.length).toBeGreaterThan(10);
  expect(looked.length).toBeLessThan(50);
  for (const lines of looked) expect(lines).toEqual([ALONE, SHARED, READ, ALONE]);
});

it('changes nothing where everybody acts alone, or nobody may read', () => {
  expect(drawn([ALONE]).every((lines) => lines.length === 1)).toBe(true);
  const silent = { ...DEFAULT_SWARM, operations: { ...DEFAULT_SWARM.operations, read: 0 } };
  expect(drawn([SHARED], silent).every((lines) => lines.length === 1)).toBe(true);
});
