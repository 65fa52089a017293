import { expect, it } from 'vitest';
import { act } from '../../arbitraries/plots/scene.ts';
import { DEFAULT_SWARM as swarm } from '../../scenario/swarm/swarm.ts';
import { drawsOf } from '../draw.ts';
import { leaving } from './leaving.ts';

const ALICE = { name: 'alice', balance: 1n, proxy: 'p1' };
const BOB = { name: 'bob', balance: 1n, proxy: 'p1', operates: 'v1' };
const LINES = [act('alice', { op: 'join-committee' }), act('bob', { op: 'join-committee' })];
const LEAVE = act('bob', { op: 'leave-committee' });

it('has the operator of a validator ask to leave at times, at any point, and nobody else', () => {
  const places = Array.from({ length: 200 }, (_, seed) => {
    const drawn = leaving(LINES, { cast: [ALICE, BOB], swarm }, drawsOf(BigInt(seed)));
    const at = drawn.findIndex((line) => !LINES.includes(line));
    expect(drawn).toEqual(at < 0 ? LINES : LINES.toSpliced(at, 0, LEAVE));
    return at;
  });
  expect(new Set(places)).toEqual(new Set([-1, 0, 1, 2]));
  expect(leaving(LINES, { cast: [ALICE], swarm }, drawsOf(1n))).toBe(LINES);
});
