import { expect, it } from 'vitest';
import { act, type Line } from '../../arbitraries/plots/scene.ts';
import { CELLS } from '../../arbitraries/plots/state.ts';
import { drawsOf } from '../draw.ts';
import { narrowed } from './narrowed.ts';

const TOKEN = { op: 'create-token', name: 'gold', decimals: 0, amount: 1n, mints: [] } as const;
const READ: Line = { client: 'bob', step: { op: 'read', of: 'alice' } };
const LINES = [act('alice', { ...TOKEN, as: 'gold' }), READ, act('bob', { ...TOKEN, as: 'lead' })];

function drawn(lines: readonly Line[]): readonly (readonly Line[])[] {
  return Array.from({ length: 200 }, (_, seed) => narrowed(lines, drawsOf(BigInt(seed))));
}

it('P7 has the reader of an account ask for all of it, for nothing of a list, or for one entry that is there', () => {
  const reads = drawn(LINES).map(([, line]) => JSON.stringify(line?.step));
  const parts = (key: string, names: readonly string[]) =>
    [undefined, [], ...names.map((name) => [name])].map((list) =>
      list === undefined ? '' : `,"${key}":${JSON.stringify(list)}`,
    );
  const wanted = parts('balances', ['gold']).flatMap((balances) =>
    parts('cells', CELLS).map((cells) => `{"op":"read","of":"alice"${balances}${cells}}`),
  );
  expect(new Set(reads)).toEqual(new Set(wanted));
  expect(reads.filter((read) => read === wanted[0]).length).toBeGreaterThan(100);
});

it('changes nothing where no account is read', () => {
  const lines = LINES.toSpliced(1, 1, {
    client: 'bob',
    step: { op: 'read', of: undefined, token: 'gold' },
  });
  expect(drawn(lines).every((each) => each === lines)).toBe(true);
});
