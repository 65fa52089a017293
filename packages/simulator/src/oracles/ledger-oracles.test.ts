import {
  applyChanges,
  balanceKey,
  EMPTY_LEDGER,
  type Submission,
  VALIDATOR_RULES,
  type ValidatorMessage,
  type ValidatorRules,
} from '@quorate/core';
import { NATIVE_TOKEN_ID } from '@quorate/protocol';
import { addressOf } from '@quorate/testkit';
import { describe, expect, it } from 'vitest';
import { itFiresOnlyWhenWrong } from '../../test/oracle-findings.ts';
import { pay, scenarioOf } from '../../test/scenarios.ts';
import type { RunResult } from '../run-result.ts';
import { runScenario } from '../run-scenario.ts';
import { convergence } from './nodes/convergence.ts';
import type { Retrospect } from './oracle.ts';
import { signingMovesNothing } from './signing/locks.ts';

const { effects, operations, settle, takeLock } = VALIDATOR_RULES;
const { Escrow, Mint, StateUpdate, TokenManagement } = operations;
const clients = { alice: { balance: 1000 }, bob: {}, erin: {} };

const job = { op: 'escrow-job', as: 'logo', terms: 'flat', provider: 'bob', fee: 200 };
const submit = { op: 'escrow-submit', job: 'logo', deliverable: 'logo.svg' };
const create = { op: 'create-token', as: 'gold', amount: 10 };

/** A job that is delivered and then decided. */
function escrow(decision: string) {
  return scenarioOf({
    clients,
    steps: {
      alice: [job],
      bob: [submit],
      erin: [
        { op: 'escrow-terms', as: 'flat', fee: 20 },
        { op: 'wait', for: '5 s' },
        { op: decision, job: 'logo' },
      ],
    },
  });
}

const scenarios = {
  completed: escrow('escrow-complete'),
  rejected: escrow('escrow-reject'),
  batch: scenarioOf({
    clients,
    steps: {
      alice: [{ op: 'batch', steps: [pay('bob', 1), { op: 'set-state', key: 'k', to: 's' }] }],
    },
  }),
  payments: scenarioOf({ clients, steps: { alice: [pay('bob', 1), pay('bob', 2)] } }),
  restart: scenarioOf({
    clients,
    steps: { alice: [pay('bob', 1), { op: 'wait', for: '5 s' }] },
    faults: [{ id: 'restart', kind: 'crash', node: 'v1', at: '2 s', restartAfter: '1 s' }],
  }),
  update: scenarioOf({
    clients,
    steps: { alice: [create, { op: 'manage-token', token: 'gold', add: ['bob'] }] },
  }),
  strangeMint: scenarioOf({
    clients,
    steps: { alice: [create], bob: [{ op: 'mint', token: 'gold', to: 'bob', amount: 1 }] },
  }),
  staleUpdate: scenarioOf({
    clients,
    steps: {
      alice: [
        { op: 'set-state', key: 'head', to: 'one' },
        { op: 'update-state', key: 'head', from: 'two', to: 'three' },
      ],
    },
  }),
};

/** Adds something to the effect of every escrow operation of one kind. */
function afterEscrow<K extends 'CreateJob' | 'Complete' | 'Reject'>(
  kind: K,
  effect: (id: string, ...rest: Rest) => void,
): Partial<ValidatorRules> {
  const right = Escrow[kind];
  const apply = (
    operation: Parameters<typeof right.apply>[0],
    ...[scratch, context]: Rest
  ): void => {
    right.apply(operation as never, scratch, context);
    effect('jobId' in operation ? operation.jobId : '', scratch, context);
  };
  return { operations: { ...operations, Escrow: { ...Escrow, [kind]: { ...right, apply } } } };
}

type Rest = [Parameters<typeof Escrow.Submit.apply>[1], Parameters<typeof Escrow.Submit.apply>[2]];

const wrongRules = {
  'a job takes in less than it locks': afterEscrow('CreateJob', (_id, scratch, context) =>
    scratch.credit(context.transaction.sender, NATIVE_TOKEN_ID, 1n),
  ),
  'the evaluator takes it all': afterEscrow('Complete', (id, scratch) => {
    const done = scratch.get('job', id);
    if (done === undefined) return;
    scratch.debit(done.provider, done.tokenId, done.providerFee);
    scratch.credit(done.evaluator, done.tokenId, done.providerFee);
  }),
  'a rejection opens the job again': afterEscrow('Reject', (id, scratch) => {
    const open = scratch.get('job', id);
    if (open !== undefined) scratch.put('job', id, { ...open, status: 'Funded' });
  }),
  'an update counts twice': {
    operations: {
      ...operations,
      TokenManagement: {
        ...TokenManagement,
        apply: (operation, scratch, context) => {
          TokenManagement.apply(operation, scratch, context);
          const token = scratch.get('token', operation.tokenId)?.description;
          if (token === undefined) return;
          const updateCount = token.updateCount + 1n;
          scratch.describe(operation.tokenId, { ...token, updateCount });
        },
      },
    },
  },
  'anybody mints': { operations: { ...operations, Mint: { ...Mint, validate: () => undefined } } },
  'any previous state will do': {
    operations: { ...operations, StateUpdate: { ...StateUpdate, validate: () => undefined } },
  },
  'only the first operation settles': {
    settle: (delivery) => {
      const { transaction } = delivery;
      const [first] = transaction.operations;
      const kept = first === undefined ? [] : [first];
      return settle({ ...delivery, transaction: { ...transaction, operations: kept } });
    },
  },
  'what somebody gets of their own transaction is not listed': {
    effects: { ...effects, account: (delivery) => effects.account(delivery, delivery.account) },
  },
  'signing counts as a credit': {
    takeLock: (submission: Submission, signature) => {
      const account = takeLock(submission, signature);
      return { ...account, creditCount: account.creditCount + 1 };
    },
  },
  'the lock keeps another signature': {
    takeLock: (submission: Submission, signature) =>
      takeLock(submission, signature.replace(/^../, 'ff') as typeof signature),
  },
  'nobody is locked who has signed': { takeLock: ({ account }) => account },
  'nothing is written': {
    order: { V8: (_persist, answer) => [answer], S5: (_persist, answer) => [answer] },
  },
} satisfies Readonly<Record<string, Partial<ValidatorRules>>>;

const findings = [
  ['supply-conserved', 'a job takes in less than it locks', 'completed'],
  ['escrow-pays-once', 'the evaluator takes it all', 'completed'],
  ['settled-as-written', 'what somebody gets of their own transaction is not listed', 'completed'],
  ['escrow-status-climbs', 'a rejection opens the job again', 'rejected'],
  ['token-updates-sequential', 'an update counts twice', 'update'],
  ['mint-authorised', 'anybody mints', 'strangeMint'],
  ['cell-chain', 'any previous state will do', 'staleUpdate'],
  ['atomic-batch', 'only the first operation settles', 'batch'],
  ['signing-moves-nothing', 'signing counts as a credit', 'payments'],
  ['lock-exclusive', 'the lock keeps another signature', 'payments'],
  ['lock-exclusive', 'nobody is locked who has signed', 'payments'],
  ['nonce-monotone', 'nothing is written', 'restart'],
] as const;

describe('the oracles of operations', () => {
  itFiresOnlyWhenWrong({ wrongRules, scenarios, findings });

  it('do not say that a job paid wrongly where only the list of credits is wrong', () => {
    const wrong = wrongRules['what somebody gets of their own transaction is not listed'];
    const validatorRules = { ...VALIDATOR_RULES, ...wrong };
    const { verdict } = runScenario(scenarios.completed, { validatorRules });
    expect(verdict).toBe('violation:settled-as-written');
  });
});

describe('what a finding about a record says', () => {
  const factsOf = (oracle: string, { oracles }: RunResult) =>
    oracles.find(({ name }) => name === oracle)?.violations[0]?.facts;

  it('is which record it is, by the names of accounts, and how much is wrong', () => {
    const wrong = wrongRules['the evaluator takes it all'];
    const validatorRules = { ...VALIDATOR_RULES, ...wrong };
    const { record, fault } =
      factsOf('escrow-pays-once', runScenario(scenarios.completed, { validatorRules })) ?? {};
    expect(record).toMatch(/^balance\/[a-z]+\/native$/);
    expect(fault).toMatch(/^changed by -?\d+, not by -?\d+$/);
  });

  it('is what each validator holds there where they differ', () => {
    const holding = (balance?: bigint) => {
      const key = balanceKey(addressOf('alice'), NATIVE_TOKEN_ID);
      const change = { table: 'balance', key, value: balance } as const;
      return { delivered: { ledger: applyChanges(EMPTY_LEDGER, [change]) } };
    };
    const validators = [
      { name: 'v1', ...holding(5n) },
      { name: 'v2', ...holding(undefined) },
      { name: 'v3', ...holding(5n) },
    ];
    const { atRest } = convergence({ nameOf: () => 'alice' });
    expect(atRest?.({ validators } as unknown as Retrospect)?.facts).toEqual({
      record: 'balance/alice/native',
      v1: 'state 1: 5',
      v2: 'state 2: none',
      v3: 'state 1: 5',
    });
  });
});

describe('signing-moves-nothing', () => {
  /** Has v1 hear a message that changes an account, or its balance. */
  function findingOf(type: ValidatorMessage['type'], moved: 'account' | 'balance') {
    const after = { ...EMPTY_LEDGER, [moved]: new Map() };
    const message = { type, requestId: 'r' };
    const input = { type: 'Message', from: 'p1', message };
    const observation = { input, before: { ledger: EMPTY_LEDGER }, after: { ledger: after } };
    const step = { validator: 'v1', observation, changes: [] };
    const { afterStep } = signingMovesNothing({ nameOf: (address) => address });
    return afterStep?.(step as never)?.message;
  }

  it('finds a validator that changes more than a lock when it is asked to sign', () => {
    expect(findingOf('SubmitTransaction', 'account')).toBeUndefined();
    expect(findingOf('SubmitTransaction', 'balance')).toContain('when it was asked to sign');
    expect(findingOf('SubmitCertificate', 'balance')).toBeUndefined();
  });

  it('P5 finds a validator that locks an account, or changes anything, in a dry run or a query', () => {
    for (const type of ['CheckTransaction', 'GetAccountInfo', 'GetSnapshot'] as const) {
      for (const moved of ['account', 'balance'] as const) {
        expect(findingOf(type, moved)).toContain(`v1 changed the table ${moved} when it was asked`);
      }
    }
  });
});
