import { expect, it } from 'vitest';
import { act, type Line, transaction } from '../../arbitraries/plots/scene.ts';
import { drawsOf } from '../draw.ts';
import { joined } from './joined.ts';

const JOIN = { op: 'join-committee' } as const;
const LEAVE = { op: 'leave-committee' } as const;
const SIGNED: Line = { client: 'bob', step: transaction([LEAVE], 'treasury-1') };
const WAIT: Line = { client: 'bob', step: { op: 'wait', for: 1n } };
const ALICE = [act('alice', JOIN), act('alice', LEAVE), act('alice', JOIN, LEAVE)];
const LINES = [
  ...ALICE,
  act('bob', JOIN),
  WAIT,
  act('bob', JOIN),
  SIGNED,
  SIGNED,
  act('bob', LEAVE),
];

const SEEDS = Array.from({ length: 200 }, (_, seed) => BigInt(seed));

it('has a client do two or three things in a row as one transaction at times, and leaves all else as it is', () => {
  const rest = LINES.slice(3);
  const expected = [
    LINES,
    [act('alice', JOIN, LEAVE), ...LINES.slice(2)],
    [act('alice', JOIN, LEAVE, JOIN, LEAVE), ...rest],
    [act('alice', JOIN), act('alice', LEAVE, JOIN, LEAVE), ...rest],
  ];
  const seen = new Set<number>();
  for (const seed of SEEDS) {
    const drawn = joined(LINES, drawsOf(seed));
    expect(expected).toContainEqual(drawn);
    seen.add(drawn.length + (drawn[0]?.step === LINES[0]?.step ? 0.5 : 0));
  }
  expect(seen.size).toBe(expected.length);
});

it('joins nothing across a step of another client, a wait, or what members sign for an account', () => {
  const rest = LINES.slice(3);
  for (const seed of SEEDS) expect(joined(rest, drawsOf(seed))).toBe(rest);
});
