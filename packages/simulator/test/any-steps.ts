import { bytesToHex } from '@quorate/protocol';
import fc from 'fast-check';
import { BURN } from '../src/scenario/burn-address.ts';
import type { Manner } from '../src/scenario/steps/manner.ts';
import type { OperationStep, TransactionStep, WorkloadStep } from '../src/scenario/steps/step.ts';
import type { Subject } from '../src/scenario/steps/subject.ts';
import { unversionedFault } from '../src/scenario/steps/unversioned-fault.ts';
import {
  ACCOUNT,
  anyAmount,
  anyClient,
  anyDuration,
  anyUint64,
  CLIENTS,
  optional,
  VALIDATORS,
} from './any-values.ts';

const client = anyClient;
const payee = fc.oneof(anyClient, fc.constant(BURN));
const amount = anyAmount;
const uint64 = anyUint64;
const clients = fc.subarray([...CLIENTS]);
const bytes32 = fc.uint8Array({ minLength: 32, maxLength: 32 }).map(bytesToHex);
const text = fc.string({ maxLength: 8 });

type Made<K> = { readonly [P in keyof K]: K[P] extends fc.Arbitrary<infer V> ? V : never };

function step<Op extends string, K extends Readonly<Record<string, fc.Arbitrary<unknown>>>>(
  op: Op,
  keys: K,
) {
  const made = fc.record(keys) as fc.Arbitrary<Made<K>>;
  return made.map((values) => ({ op, ...values }));
}

/** Operations that need nothing created before. */
const free: fc.Arbitrary<OperationStep> = fc.oneof(
  step('pay', { to: payee, amount, token: fc.constant(undefined) }),
  step('burn', { token: fc.constant(undefined), amount }),
  step('set-state', { key: bytes32, to: bytes32 }),
  step('update-state', { key: bytes32, from: bytes32, to: bytes32 }),
  step('reset-state', { key: bytes32, to: bytes32 }),
  step('join-committee', {}),
  step('leave-committee', {}),
  step('claim', {
    data: fc.uint8Array({ maxLength: 8 }),
    verifiers: clients,
    quorum: fc.nat(3),
  }).chain(({ quorum, ...claim }) =>
    fc
      .subarray(claim.verifiers)
      .map((signers) => ({ ...claim, signers, quorum: Math.min(quorum, claim.verifiers.length) })),
  ),
);

const create = (as: string): fc.Arbitrary<OperationStep> =>
  step('create-token', {
    as: fc.constant(as),
    name: text,
    decimals: fc.nat(255),
    amount,
    mints: clients,
  });

const onToken = (token: string): fc.Arbitrary<OperationStep> =>
  fc.oneof(
    step('pay', { to: payee, amount, token: fc.constant(token) }),
    step('mint', { token: fc.constant(token), to: payee, amount }),
    step('burn', { token: fc.constant(token), amount }),
    step('manage-token', {
      token: fc.constant(token),
      admin: optional(client),
      name: optional(text),
      add: clients,
      remove: clients,
      update: optional(uint64),
    }),
  );

const fee = fc.oneof(
  amount.map((value) => ({ kind: 'Fixed' as const, amount: value })),
  fc.nat(10_000).map((bps) => ({ kind: 'Bps' as const, bps })),
);

const escrow = (label: string): fc.Arbitrary<readonly OperationStep[]> =>
  fc.tuple(
    step('escrow-terms', {
      as: fc.constant(label),
      token: fc.constant(undefined),
      fee,
      minimum: amount,
    }),
    step('escrow-job', {
      as: fc.constant(label),
      terms: fc.constant(label),
      provider: client,
      fee: amount,
      description: text,
    }),
    fc.oneof(
      step('escrow-submit', { job: fc.constant(label), deliverable: bytes32 }),
      step('escrow-reject', { job: fc.constant(label) }),
      step('escrow-complete', { job: fc.constant(label) }),
    ),
  );

/** Operations in an order in which every label is known when it is used. */
const operations = (label: string): fc.Arbitrary<readonly OperationStep[]> =>
  fc.oneof(
    free.map((each) => [each]),
    fc.tuple(create(label), onToken(label)),
    escrow(label),
  );

const ending = fc.record({
  outcome: optional(fc.constantFrom('final' as const, 'refused' as const)),
  code: optional(fc.constantFrom('InsufficientFunding' as const, 'UnexpectedNonce' as const)),
});

/** Without a token, because another step would have to create it. */
const manner: fc.Arbitrary<Manner> = fc.record(
  { archival: fc.constant(true), form: fc.constant('full'), witnesses: fc.constant(true) },
  { requiredKeys: [] },
);

function transactions(label: string): fc.Arbitrary<readonly TransactionStep[]> {
  const apart = fc.tuple(operations(label), ending).map(([each, end]) =>
    each.map((operation) => ({
      op: 'transaction' as const,
      operations: [operation],
      from: undefined,
      ...end,
    })),
  );
  const together = fc
    .tuple(operations(label), optional(fc.constant(ACCOUNT)), ending)
    .map(([each, from, end]) => [{ op: 'transaction' as const, operations: each, from, ...end }]);
  return fc
    .tuple(fc.oneof(apart, together), manner, fc.boolean())
    .map(([steps, how, isOld]) =>
      steps
        .map((each) => ({ ...each, ...how }))
        .map((each) => (isOld ? unversionedAtBest(each) : each)),
    );
}

function unversionedAtBest(transaction: TransactionStep): TransactionStep {
  return unversionedFault(transaction) === undefined
    ? { ...transaction, release: 'Unversioned' }
    : transaction;
}

const subjectsOfAccounts: fc.Arbitrary<Subject> = fc.oneof(
  fc.constant({}),
  fc.record(
    {
      jobs: fc.constantFrom('client' as const, 'provider' as const, 'evaluator' as const),
      status: fc.constantFrom('Funded' as const, 'Submitted' as const, 'Completed' as const),
    },
    { requiredKeys: ['jobs'] },
  ),
  fc.record(
    { certificates: uint64, limit: fc.integer({ min: 1, max: 200 }) },
    { requiredKeys: ['certificates'] },
  ),
  fc.constant({ certificate: 'last' as const }),
  fc.constant({ incomplete: true as const }),
  fc.record(
    { balances: fc.constant([]), cells: fc.array(bytes32, { maxLength: 2 }) },
    { requiredKeys: [] },
  ),
);

const alone = (operation: OperationStep): WorkloadStep => ({
  op: 'transaction',
  operations: [operation],
  from: undefined,
  outcome: undefined,
  code: undefined,
});

function readings(label: string): fc.Arbitrary<readonly WorkloadStep[]> {
  const subject = fc.constantFrom<Subject>(
    { token: label },
    { token: label, certificate: 'creation' },
    { token: label, andTokens: [] },
    { balances: [label] },
  );
  return fc.oneof(
    fc
      .tuple(optional(client), subjectsOfAccounts)
      .map(([whose, about]) => [{ op: 'read' as const, of: whose, ...about }]),
    fc
      .tuple(create(label), subject)
      .map(([made, about]) => [alone(made), { op: 'read' as const, of: undefined, ...about }]),
    fc
      .tuple(
        escrow(label),
        fc.constantFrom<Subject>(
          { job: label },
          { job: label, certificate: 'creation' },
          { job: label, certificate: 'decision' },
        ),
      )
      .map(([made, about]) => [
        ...made.map(alone),
        { op: 'read' as const, of: undefined, ...about },
      ]),
  );
}

/** Steps of one client, whose labels are its own. */
export function anySteps(label: string): fc.Arbitrary<readonly WorkloadStep[]> {
  return fc.oneof(
    transactions(label),
    anyDuration.map((duration) => [{ op: 'wait' as const, for: duration }]),
    readings(label),
    fc
      .record({
        to: client,
        amount,
        nonce: optional(uint64),
        validators: fc.subarray([...VALIDATORS]),
      })
      .map(({ to, amount: sum, nonce, validators }) => [
        { op: 'sign' as const, as: 'A', to, amount: sum, nonce },
        { op: 'send' as const, transaction: 'A', validators },
      ]),
  );
}
