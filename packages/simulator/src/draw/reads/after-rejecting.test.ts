import { expect, it } from 'vitest';
import { act, type Line } from '../../arbitraries/plots/scene.ts';
import { DEFAULT_SWARM } from '../../scenario/swarm/swarm.ts';
import { drawsOf } from '../draw.ts';
import { afterRejecting } from './after-rejecting.ts';

const PEOPLE = ['erin', 'alice', 'bob'].map((name) => ({ name, balance: 0n, proxy: 'p1' }));
const REJECT = act('erin', { op: 'escrow-reject', job: 'logo' });
const DELIVER = act('bob', { op: 'escrow-submit', job: 'logo', deliverable: '00' });

function drawn(lines: readonly Line[], cast = PEOPLE, swarm = DEFAULT_SWARM) {
  return Array.from({ length: 60 }, (_, seed) =>
    afterRejecting(lines, { cast, swarm }, drawsOf(BigInt(seed))),
  );
}

const readBy = (client: string): Line => ({
  client,
  step: { op: 'read', of: undefined, job: 'logo' },
});

it.each([
  ['a client without a part in it', PEOPLE, 'alice'],
  [
    'its evaluator where there is nobody else',
    PEOPLE.filter(({ name }) => name !== 'alice'),
    'erin',
  ],
])('has a job that is rejected while it is delivered read at times by %s', (_, cast, reader) => {
  const read = drawn([REJECT, DELIVER], cast).filter((lines) => lines.length > 2);
  expect(read.length).toBeGreaterThan(20);
  expect(read.length).toBeLessThan(60);
  for (const lines of read) {
    const glances = Array.from({ length: lines.length - 2 }, () => readBy(reader));
    expect(lines).toEqual([REJECT, ...glances, DELIVER]);
  }
});

it('changes nothing where nobody delivers beside, or nobody may read', () => {
  const own = act('erin', { op: 'escrow-submit', job: 'logo', deliverable: '00' });
  const other = act('bob', { op: 'escrow-submit', job: 'text', deliverable: '00' });
  for (const lines of [[REJECT], [DELIVER], [REJECT, own], [REJECT, other]]) {
    expect(drawn(lines).every((each) => each === lines)).toBe(true);
  }
  const silent = { ...DEFAULT_SWARM, operations: { ...DEFAULT_SWARM.operations, read: 0 } };
  expect(drawn([REJECT, DELIVER], PEOPLE, silent).every(({ length }) => length === 2)).toBe(true);
});
