import { expect, it } from 'vitest';
import { act, type Line } from '../../arbitraries/plots/scene.ts';
import { manageToken } from '../../arbitraries/plots/token.ts';
import { drawsOf } from '../draw.ts';
import { renamed } from './renamed.ts';

const UPDATE = { ...manageToken('gold'), add: ['bob'], remove: ['alice'] };
const RENAMED = { ...UPDATE, name: 'gold-renamed', add: ['alice', 'bob', 'carol'] };
const LEAVE = { op: 'leave-committee' } as const;
const LINES = [act('alice', LEAVE), act('alice', UPDATE, LEAVE), act('alice', UPDATE)];

it('has one update of a token rename it and add more mints at times, and leaves all else as it is', () => {
  const drawn = Array.from({ length: 200 }, (_, seed) =>
    renamed(LINES, ['alice', 'bob', 'carol'], drawsOf(BigInt(seed))),
  );
  const changed = (lines: readonly Line[]) =>
    lines.flatMap((line, index) => (line === LINES[index] ? [] : [[index, line] as const]));
  expect(new Map(drawn.flatMap(changed))).toEqual(
    new Map([
      [1, act('alice', RENAMED, LEAVE)],
      [2, act('alice', RENAMED)],
    ]),
  );
  expect(Math.max(...drawn.map((lines) => changed(lines).length))).toBe(1);
  expect(drawn).toContainEqual(LINES);
});
