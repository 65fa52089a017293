import { expect, it } from 'vitest';
import { drawsOf } from '../../draw/draw.ts';
import type { CommitteeChange } from '../../scenario/cluster/committee-changes.ts';
import { withOperator } from './operators.ts';

const CLIENTS = ['alice', 'bob'].map((name) => ({ name, balance: 1n, proxy: 'p1' }));
const VALIDATORS = ['v1', 'v2', 'v3'];

function changeTo(...members: string[]): CommitteeChange {
  const moment = { kind: 'time', at: 0n } as const;
  return { id: 'change-1', moment, members, keys: 'fresh', operators: 'own', deliver: undefined };
}

function operatorsIn(changes: readonly CommitteeChange[]): readonly string[] {
  return Array.from({ length: 400 }, (_, seed) => drawsOf(BigInt(seed))).flatMap((draw) => {
    const clients = withOperator(CLIENTS, VALIDATORS, changes, draw);
    expect(clients.map(({ name }) => name)).toEqual(['alice', 'bob']);
    return clients.flatMap(({ name, operates }) =>
      operates === undefined ? [] : [`${name} ${operates}`],
    );
  });
}

it('has any client run any validator, in some runs', () => {
  const drawn = operatorsIn([]);
  expect(drawn.length).toBeGreaterThan(60);
  expect(drawn.length).toBeLessThan(140);
  expect(new Set(drawn).size).toBe(6);
});

it('has nobody run a member of a change', () => {
  const drawn = operatorsIn([changeTo('v1', 'v4'), changeTo('v3')]);
  expect(new Set(drawn)).toEqual(new Set(['alice v2', 'bob v2']));
  expect(operatorsIn([changeTo(...VALIDATORS)])).toEqual([]);
});
