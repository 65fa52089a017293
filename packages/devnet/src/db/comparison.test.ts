import { type Address, formatAddress, type TransactionId } from '@quorate/protocol';
import { expect, it } from 'vitest';
import { createComparison } from './comparison.ts';

const idOf = (digit: string) => digit.repeat(64) as TransactionId;

const [V3, V4] = ['33', '44'].map((byte) => byte.repeat(32)) as [Address, Address];
const NAMES = new Map([[V3, 'v3']]);

/** Says what a validator has settled, and in which state it is. */
function standing(settled: Readonly<Record<string, string>>, digest: string) {
  const entries = Object.entries(settled).map(([place, digit]) => [place, idOf(digit)] as const);
  return { settled: new Map(entries), digest, names: NAMES };
}

it('validators contradict each other where different things settled, or the same came to another state', () => {
  const compare = createComparison(() => []);
  expect(compare('v1', standing({ a: '1', b: '2' }, 'one'))).toEqual([]);
  // Some lag, each in its own way, and the order in which they settled does not matter.
  expect(compare('v2', standing({ a: '1' }, 'two'))).toEqual([]);
  expect(compare('v3', standing({ b: '2' }, 'three'))).toEqual([]);
  expect(compare('v4', standing({ b: '2', a: '1' }, 'one'))).toEqual([]);
  expect(compare('v5', standing({ b: '2', a: '1' }, 'other'))).toEqual([
    'it has settled what v1 has, and is in another state',
  ]);
  expect(compare('v6', standing({ a: '3', b: '2', c: '4' }, 'six'))).toEqual([
    `at a it has settled ${idOf('3')}, and v1 ${idOf('1')}`,
  ]);
  expect(compare('v7', standing({ c: '5' }, 'seven'))).toEqual([
    `at c it has settled ${idOf('5')}, and v6 ${idOf('4')}`,
  ]);
});

it('names who signed both of what settled at one place', () => {
  const signers = new Map([
    [idOf('1'), [V3, V4]],
    [idOf('2'), [V4, V3]],
    [idOf('3'), [V4]],
    [idOf('4'), []],
  ]);
  const compare = createComparison((place, id) => (place === 'a' ? (signers.get(id) ?? []) : []));
  compare('v1', standing({ a: '1' }, 'one'));
  const blame = (digit: string) => compare('v2', standing({ a: digit }, digit))[0]?.split('; ')[1];
  expect(blame('2')).toBe(`${formatAddress(V4)}, v3 signed both`);
  expect(blame('3')).toBe(`${formatAddress(V4)} signed both`);
  expect(blame('4')).toBeUndefined();
});
