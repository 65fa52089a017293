import type { TransactionId } from '@quorate/protocol';
import { expect, it } from 'vitest';
import { createComparison } from './comparison.ts';

const idOf = (digit: string) => digit.repeat(64) as TransactionId;

/** Says what a validator has settled, and in which state it is. */
function standing(settled: Readonly<Record<string, string>>, digest: string) {
  const entries = Object.entries(settled).map(([place, digit]) => [place, idOf(digit)] as const);
  return { settled: new Map(entries), digest };
}

it('validators contradict each other where different things settled, or the same came to another state', () => {
  const compare = createComparison();
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
