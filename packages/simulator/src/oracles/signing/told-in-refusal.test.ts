import { applyChanges, EMPTY_LEDGER } from '@quorate/core';
import {
  type Address,
  type EscrowJobId,
  type MissingDependency,
  type Operation,
  operationId,
  type Rejection,
  type TokenId,
} from '@quorate/protocol';
import { expect, it } from 'vitest';
import { envelopeOf } from '../../../test/envelopes.ts';
import type { Ruling } from '../admission/second-opinion.ts';
import { untrueOfCause, untrueOfDelivery, untrueOfSubmission } from './told-in-refusal.ts';

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
const seat = { address: alice, host: 'h', rpcPort: 1 };
const change = (epoch: number, ...others: readonly (typeof seat)[]) =>
  ({
    ...{ kind: 'ChangeCommittee', epoch },
    newCommittee: { validators: [seat, ...others] },
  }) as unknown as Operation;
const updateKey = (count: bigint) => `${GOLD}/${String(count).padStart(20, '0')}`;

const bob = '0b'.repeat(32) as Address;
const bobSeat = { address: bob, host: 'b', rpcPort: 2 };

/** A ledger with the first update of gold, and none after it, and with a request of bob for a seat. */
const origin = { sender: alice, nonce: 0n };
const described = { admin: alice, name: 'gold', decimals: 0, mints: [], updateCount: 1n, origin };
const ledger = applyChanges(EMPTY_LEDGER, [
  { table: 'token', key: GOLD, value: { supply: 1n, description: described } },
  { table: 'update', key: updateKey(0n), value: origin },
  {
    ...{ table: 'request', key: 'any' },
    value: { kind: 'Join', config: bobSeat, operator: alice, timestampNanos: 0n, origin },
  },
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
  const delivered = { certificate, state: { ledger, committees: [{ epoch: 0 }] }, at: 0n };
  return untrueOfDelivery(rejection as never, delivered as never);
}

it('S4 refused-for-cause has nothing against what a validator really lacks', () => {
  const updates = [update(2n), update(3n)];
  expect(untrue(updates, { kind: 'TokenUpdate', id: updateKey(1n) })).toBeUndefined();
  expect(untrue([update(2n, LEAD)], { kind: 'Token', id: LEAD })).toBeUndefined();
  expect(untrue([terms], { kind: 'EscrowJob', id: operationId(alice, 0n, 0) })).toBeUndefined();
  expect(untrue([change(1, bobSeat)], { kind: 'Request', id: alice })).toBeUndefined();
});

it('S4 refused-for-cause takes a request for a seat only for the very seat that it asks for', () => {
  const lacked = (others: object) =>
    untrue([change(1, { ...bobSeat, ...others })], { kind: 'Request', id: bob });
  expect(lacked({})).toContain(`it lacks Request ${bob}`);
  for (const other of [{ host: 'elsewhere' }, { rpcPort: 3 }]) {
    expect(lacked(other)).not.toContain(`it lacks Request ${bob}`);
  }
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

/** A request to sign these operations, at a validator that serves in epoch 1. */
function asked(operations: readonly Operation[], lock?: object) {
  const { transaction, signature } = envelopeOf(alice, operations[0] as Operation);
  const whole = { ...transaction, transaction: { ...transaction.transaction, claims: operations } };
  const envelope = { transaction: whole as typeof transaction, signature };
  const account = new Map([[alice, { nextNonce: 0n, lock: lock && { ...lock, envelope } }]]);
  const holding = lock === undefined ? ledger : { ...ledger, account };
  const state = { ledger: holding, committees: [{ epoch: 0 }, { epoch: 1 }] };
  const message = { type: 'SubmitTransaction', requestId: '', envelope };
  return { message, state: { ...state, handover: { served: 1 } } } as never;
}

/** A refusal of the second operation, which breaks V6. */
const RULING: Ruling = { code: 'NonSubmittableOperation', rule: 'V6', operationIndex: 1 };
const refusal: Rejection = {
  ...{ code: 'NonSubmittableOperation', rule: 'V6', operationIndex: 1 },
  reason: '',
};

it('V6 refused-for-cause finds a refusal that names another rule, or another operation', () => {
  const question = asked([update(1n), update(1n)]);
  const { operationIndex: _, ...whole } = refusal;
  expect(untrueOfCause(refusal, RULING, question)).toBeUndefined();
  expect(untrueOfCause({ ...refusal, rule: 'P5' }, RULING, question)).toBe(
    'that it breaks P5, not V6',
  );
  expect(untrueOfCause({ ...refusal, operationIndex: 2 }, RULING, question)).toBe(
    'that operation 2 breaks it, not 1',
  );
  expect(untrueOfCause(whole, RULING, question)).toBe('nothing of the operation that breaks it');
});

it('P4 refused-for-cause finds a refusal that hides what a handover has left', () => {
  const left = asked([update(1n), update(1n)], { kind: 'pending', signature: undefined });
  const held = { ...refusal, isHeld: true } as const;
  expect(untrueOfCause(held, RULING, left)).toBeUndefined();
  expect(untrueOfCause(refusal, RULING, left)).toBe('nothing of what a handover has left');
  expect(untrueOfCause(held, RULING, asked([update(1n)]))).toBe('that a handover has left it');
});

const job = 'ab'.repeat(32) as EscrowJobId;
const mint: Operation = { kind: 'Mint', tokenId: LEAD, recipient: alice, amount: 1n };
const deliverable = '00'.repeat(32);
const delivery = {
  kind: 'Escrow',
  escrow: { kind: 'Submit', jobId: job, deliverable },
} as Operation;

it.each<[string, readonly Operation[], Pick<MissingDependency, 'kind' | 'id'>]>([
  ['the token of a mint', [mint], { kind: 'Token', id: LEAD }],
  ['an update', [update(3n)], { kind: 'TokenUpdate', id: updateKey(1n) }],
  [
    'the update after the one before it',
    [update(1n), update(3n)],
    { kind: 'TokenUpdate', id: updateKey(2n) },
  ],
  ['a job', [delivery], { kind: 'EscrowJob', id: job }],
  ['the epoch before', [change(3)], { kind: 'Epoch', id: '2' }],
  ['a request for a seat', [change(2)], { kind: 'Request', id: alice }],
])(
  'V6 refused-for-cause finds a refusal to sign that lacks something else than %s',
  (_, operations, lacked) => {
    const question = asked(operations);
    const ruling = { code: 'MissingDependency', operationIndex: operations.length - 1 } as const;
    const lacking = (...missing: readonly MissingDependency[]) =>
      untrueOfCause({ code: 'MissingDependency', rule: 'V6', missing }, ruling, question);
    expect(lacking(lacked)).toBeUndefined();
    expect(lacking({ kind: 'EscrowConfig', id: job })).toBe(`that it lacks EscrowConfig ${job}`);
    expect(lacking(lacked, { ...lacked, id: '9' })).toBe(`that it lacks ${lacked.kind} 9`);
    expect(lacking()).toBe('nothing of what it lacks');
  },
);

it('P10 refused-for-cause finds a validator that names another epoch than its own', () => {
  const ending = (epoch: number) =>
    untrueOfSubmission({ code: 'EpochEnding', rule: 'V4', epoch }, asked([terms]));
  expect(ending(1)).toBeUndefined();
  expect(ending(2)).toBe('that epoch 2 ends, not 1');
  const { transaction, signature } = envelopeOf(alice, terms);
  const certificate = { envelope: { transaction, signature }, signatures: [] };
  const unknown = (epoch: number) =>
    untrueOfDelivery({ code: 'InvalidCertificate', rule: 'S1', reason: '', epoch }, {
      ...{ certificate, at: 0n },
      state: { ledger: { ...ledger, committee: { size: 1 } } },
    } as never);
  expect(unknown(1)).toBeUndefined();
  expect(unknown(0)).toBe('that epoch 0 is the last that it knows of, not 1');
});
