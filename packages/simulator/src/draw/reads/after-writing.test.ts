import { expect, it } from 'vitest';
import { act, type Line } from '../../arbitraries/plots/scene.ts';
import { CELLS } from '../../arbitraries/plots/state.ts';
import { DEFAULT_SWARM } from '../../scenario/swarm/swarm.ts';
import { drawsOf } from '../draw.ts';
import { afterWriting } from './after-writing.ts';

const [first = '', second = ''] = CELLS;
const SET = { op: 'set-state', key: first, to: 'x' } as const;
const LINES = [
  act('alice', { op: 'reset-state', key: first, to: 'x' }),
  act('bob', SET),
  act('bob', { op: 'leave-committee' }),
];
const READ: Line = { client: 'bob', step: { op: 'read', of: undefined } };

function drawn(lines: readonly Line[], swarm = DEFAULT_SWARM): readonly (readonly Line[])[] {
  return Array.from({ length: 100 }, (_, seed) =>
    afterWriting(lines, swarm, drawsOf(BigInt(seed))),
  );
}

it('has a client that writes to a cell read it, mostly with another cell, in some runs', () => {
  const [alone, both] = [[READ], [act('bob', { ...SET, key: second }), READ]];
  const counts = [LINES, ...[alone, both].map((more) => LINES.toSpliced(2, 0, ...more))].map(
    (wanted) => drawn(LINES).filter((lines) => JSON.stringify(lines) === JSON.stringify(wanted)),
  );
  const [nobody = 0, one = 0, two = 0] = counts.map(({ length }) => length);
  expect(nobody + one + two).toBe(100);
  expect(nobody).toBeGreaterThan(40);
  expect(one).toBeGreaterThan(5);
  expect(two).toBeGreaterThan(one);
});

it('changes nothing where nobody sets a cell of its own, or nobody may read', () => {
  const [line] = LINES.slice(1, 2);
  const shared = { client: 'bob', step: { ...line?.step, from: 'treasury' } } as Line;
  for (const lines of [LINES.slice(0, 1), [shared]]) {
    expect(drawn(lines).every((each) => each === lines)).toBe(true);
  }
  const idle = { ...DEFAULT_SWARM, operations: { ...DEFAULT_SWARM.operations, read: 0 } };
  expect(drawn(LINES, idle).every((each) => each === LINES)).toBe(true);
});
