import { applyChanges, EMPTY_LEDGER } from '@quorate/core';
import {
  type Address,
  type EscrowJobId,
  type MissingDependency,
  type Operation,
  operationId,
  type TokenId,
} from '@quorate/protocol';
import { expect, it } from 'vitest';
import { envelopeOf } from '../../test/envelopes.ts';
import { untrueOfDelivery } from './told-in-refusal.ts';

const alice = '0a'.repeat(32) as Address;
const GOLD = '07'.repeat(32) as TokenId;
const FEE = { kind: 'Fixed', amount: 1n } as const;

const LEAD = '08'.repeat(32) as TokenId;
const update = (updateId: bigint, tokenId = GOLD): Operation => ({
  ...{ kind: 'TokenManagement', tokenId, updateId, newAdmin: null, mints: [] },
  ...({ userData: null, newTokenName: null } as const),
});
const terms: Operation = {
  kind: 'Escrow',
  escrow: {
    kind: 'CreateConfig',
    ...{ tokenId: GOLD, evaluator: alice, evaluationFee: FEE, minEvaluatorFee: 0n },
  },
};
const creation: Operation = {
  ...{ kind: 'TokenCreation', tokenName: 'lead', decimals: 0, initialAmount: 1n },
  ...{ mints: [], userData: null },
};
const updateKey = (count: bigint) => `${GOLD}/${String(count).padStart(20, '0')}`;

/** A ledger with the first update of gold, and none after it. */
const origin = { sender: alice, nonce: 0n };
const described = { admin: alice, name: 'gold', decimals: 0, mints: [], updateCount: 1n, origin };
const ledger = applyChanges(EMPTY_LEDGER, [
  { table: 'token', key: GOLD, value: { supply: 1n, description: described } },
  { table: 'update', key: updateKey(0n), value: origin },
]);

/** Says what is untrue in a refusal of these operations for lack of that. */
function untrue(
  operations: readonly Operation[],
  missing: Pick<MissingDependency, 'kind' | 'id'>,
): string | undefined {
  const { transaction, signature } = envelopeOf(alice, operations[0] as Operation);
  const whole = { ...transaction, transaction: { ...transaction.transaction, claims: operations } };
  const certificate = { envelope: { transaction: whole as typeof transaction, signature } };
  const rejection = { code: 'MissingDependency', rule: 'S4', missing: [missing] } as const;
  const delivered = { certificate, state: { ledger }, at: 0n };
  return untrueOfDelivery(rejection as never, delivered as never);
}

it('S4 refused-for-cause has nothing against what a validator really lacks', () => {
  const updates = [update(2n), update(3n)];
  expect(untrue(updates, { kind: 'TokenUpdate', id: updateKey(1n) })).toBeUndefined();
  expect(untrue([update(2n, LEAD)], { kind: 'Token', id: LEAD })).toBeUndefined();
  expect(untrue([terms], { kind: 'EscrowJob', id: operationId(alice, 0n, 0) })).toBeUndefined();
});

it.each<[string, readonly Operation[], Pick<MissingDependency, 'kind' | 'id'>]>([
  ['a token that it holds', [update(2n)], { kind: 'Token', id: GOLD }],
  ['an update that it holds', [update(2n)], { kind: 'TokenUpdate', id: updateKey(0n) }],
  [
    'an update that comes with an earlier operation',
    [update(2n), update(3n)],
    { kind: 'TokenUpdate', id: updateKey(2n) },
  ],
  [
    'a token that comes with an earlier operation',
    [creation, update(2n)],
    { kind: 'Token', id: operationId(alice, 0n, 0) },
  ],
  [
    'terms that come with an earlier operation',
    [terms, update(2n)],
    { kind: 'EscrowConfig', id: operationId(alice, 0n, 0) },
  ],
])('S4 refused-for-cause finds a validator that says it lacks %s', (_, operations, missing) => {
  expect(untrue(operations, missing)).toContain(`it lacks ${missing.kind} ${missing.id}`);
});

it('S4 refused-for-cause finds a validator that names one of two things that it lacks', () => {
  const [first, second] = ['01', '02'].map((byte) => byte.repeat(32));
  const jobs = [first, second].map((jobId): Operation => {
    const escrow = { kind: 'Complete', jobId: jobId as EscrowJobId } as const;
    return { kind: 'Escrow', escrow };
  });
  const job = { kind: 'EscrowJob', id: first as string } as const;
  expect(untrue(jobs, job)).toBe(`nothing of EscrowJob ${second}, which it lacks as well`);
  expect(untrue([jobs[0] as Operation, update(2n)], job)).toContain('nothing of TokenUpdate');
});
