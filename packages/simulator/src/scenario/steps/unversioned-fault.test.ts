import { describe, expect, it } from 'vitest';
import { BASE, diagnose } from '../../../test/base-scenario.ts';
import type { OperationStep } from './step.ts';
import { unversionedFault } from './unversioned-fault.ts';

const create: OperationStep = {
  op: 'create-token',
  as: 'gold',
  name: 'gold',
  decimals: 0,
  amount: 1n,
  mints: [],
};
const pay: OperationStep = { op: 'pay', to: 'bob', amount: 1n, token: undefined };
const manage: OperationStep = {
  op: 'manage-token',
  token: 'silver',
  admin: 'bob',
  name: undefined,
  add: [],
  remove: [],
  update: undefined,
};

describe('unversionedFault', () => {
  it.each<[string, readonly OperationStep[]]>([
    ['payments', [pay, pay]],
    ['a token beside something else', [create, pay]],
    ['an update', [manage]],
    ['cells and requests', [{ op: 'set-state', key: '00', to: '00' }, { op: 'join-committee' }]],
  ])('finds nothing wrong with %s', (_, operations) => {
    expect(unversionedFault({ operations })).toBeUndefined();
  });

  it.each<[string, readonly OperationStep[], string]>([
    ['burning', [{ op: 'burn', token: 'gold', amount: 1n }], 'no "burn"'],
    ['escrow', [pay, { op: 'escrow-reject', job: 'logo' }], 'no "escrow-reject"'],
    ['a new name', [{ ...manage, name: 'Ag' }], 'no new name of a token'],
    ['two tokens', [create, { ...create, as: 'silver' }], 'one token at most'],
    ['a token in use', [create, { ...pay, token: 'gold' }], 'nothing that uses the token'],
  ])('finds %s', (_, operations, fault) => {
    expect(unversionedFault({ operations })).toContain(fault);
  });

  it('is what the loader says of such a step, at the key that asks for it', () => {
    const steps =
      '{ op: join-committee, release: Unversioned }, { op: escrow-terms, as: flat, fee: 1, release: Unversioned }';
    const text = BASE.replace(
      /workload:[\s\S]*$/,
      `workload: [{ id: a, client: alice, steps: [${steps}] }]\n`,
    );
    expect(diagnose(text)).toEqual([
      expect.stringContaining(
        'workload[0].steps[1].release: expected what the un-versioned shape can say: no "escrow-terms"',
      ),
    ]);
  });
});
