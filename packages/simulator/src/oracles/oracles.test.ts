import {
  CLIENT_RULES,
  type ClientRules,
  type Submission,
  VALIDATOR_RULES,
  type ValidatorRules,
} from '@quorate/core';
import { describe, expect, it } from 'vitest';
import { itFiresOnlyWhenWrong, violationsOf } from '../../test/oracle-findings.ts';
import { pay, scenarioOf } from '../../test/scenarios.ts';
import { runScenario } from '../run-scenario.ts';
import { LIVENESS_INVARIANTS } from './liveness-invariants.ts';
import { SAFETY_INVARIANTS } from './safety-invariants.ts';

type Settle = ValidatorRules['settle'];
type Change = ReturnType<Settle>['changes'][number];
type Delivery = Parameters<Settle>[0];

const { effects, operations, settle, settlement, submission } = VALIDATOR_RULES;
const { Mint, TokenTransfer } = operations;

/** Signs twice at one nonce, and hands the two to these validators. */
function twice(first: readonly string[], second: readonly string[]): readonly object[] {
  return [
    { op: 'sign', as: 'A', to: 'bob', amount: 10, nonce: 0 },
    { op: 'sign', as: 'B', to: 'carol', amount: 10, nonce: 0 },
    { op: 'send', transaction: 'A', validators: first },
    { op: 'send', transaction: 'B', validators: second },
  ];
}

const clients = { alice: { balance: 100 }, bob: { balance: 100 }, carol: {} };
const all = ['v1', 'v2', 'v3', 'v4'];
const scenarios = {
  payments: scenarioOf({
    clients,
    steps: { alice: [pay('bob', 10), pay('bob', 20)], bob: [pay('alice', 5)] },
  }),
  overdraft: scenarioOf({
    clients,
    steps: { alice: [pay('bob', 101)], bob: [pay('carol', 1)] },
  }),
  doubleSendToOne: scenarioOf({ clients, steps: { alice: twice(['v1'], ['v1']) } }),
  doubleSendToHalves: scenarioOf({
    clients,
    steps: { alice: twice(['v1', 'v2'], ['v3', 'v4']), bob: [pay('carol', 1)] },
  }),
  slowDisk: scenarioOf({
    clients,
    disk: { flush: { dist: 'const', mean: '5 ms' } },
    steps: { alice: [pay('bob', 10)] },
  }),
  restart: scenarioOf({
    clients,
    steps: { alice: [pay('bob', 1), { op: 'wait', for: '5 s' }] },
    faults: [{ id: 'restart', kind: 'crash', node: 'v1', at: '2 s', restartAfter: '1 s' }],
  }),
  mint: scenarioOf({
    clients,
    steps: {
      alice: [
        { op: 'create-token', as: 'gold', amount: 10, mints: ['alice'] },
        { op: 'mint', token: 'gold', to: 'bob', amount: 5 },
      ],
    },
  }),
  // Everybody passes on what only the one before can have paid.
  chain: scenarioOf({
    seed: 2,
    clients: { alice: { balance: 100 }, bob: {}, carol: {}, dora: {} },
    steps: {
      alice: [pay('bob', 100)],
      bob: [{ op: 'wait', for: '5 s' }, pay('carol', 100)],
      carol: [{ op: 'wait', for: '10 s' }, pay('dora', 100)],
      dora: [{ op: 'wait', for: '15 s' }, pay('alice', 100)],
    },
  }),
  doubleSendToAll: scenarioOf({ clients, steps: { alice: twice(all, all) } }),
};

/** Changes what settling writes. */
function settling(alter: (change: Change, delivery: Delivery) => Change): Partial<ValidatorRules> {
  return {
    settle: (delivery) => {
      const settled = settle(delivery);
      return { ...settled, changes: settled.changes.map((change) => alter(change, delivery)) };
    },
  };
}

const wrongRules = {
  'the lock is dropped': { takeLock: ({ account }: Submission) => account },
  'two are a quorum': { quorum: () => 2 },
  'the nonce stays': settling((change, { account }) =>
    change.table === 'account' && change.value !== undefined
      ? { ...change, value: { ...change.value, nextNonce: account.nextNonce } }
      : change,
  ),
  'balances grow': settling((change) =>
    change.table === 'balance' ? { ...change, value: (change.value ?? 0n) + 1n } : change,
  ),
  'each writes its own name': settling((change, { env }) =>
    change.table === 'settled' ? { ...change, value: env.signer.address as never } : change,
  ),
  'the balance is not asked for': { submission: { ...submission, V6: () => undefined } },
  'nothing is written': {
    order: { V8: (_persist, answer) => [answer], S5: (_persist, answer) => [answer] },
  },
  'answers come before writes': {
    order: {
      V8: (persist, answer) => [answer, persist],
      S5: (persist, answer) => [answer, persist],
    },
  },
  'a mint counts twice': {
    operations: {
      ...operations,
      Mint: {
        ...Mint,
        apply: (operation, scratch, context) => {
          Mint.apply(operation, scratch, context);
          Mint.apply(operation, scratch, context);
        },
      },
    },
  },
  'debts are forgiven': {
    operations: {
      ...operations,
      TokenTransfer: {
        ...TokenTransfer,
        apply: (operation, scratch, context) => {
          TokenTransfer.apply(operation, scratch, context);
          const { sender } = context.transaction;
          const debt = -scratch.balance(sender, operation.tokenId);
          if (debt > 0n) scratch.credit(sender, operation.tokenId, debt);
        },
      },
    },
  },
  // In the run itself nothing comes twice: only a question at rest does.
  'a repeat breaks it': {
    settlement: {
      ...settlement,
      S2(delivery) {
        if (settlement.S2(delivery) !== undefined) throw new Error('S2 is broken');
        return undefined;
      },
    },
  },
  'it writes what it cannot start from': {
    effects: {
      ...effects,
      rows: (...given) => [...effects.rows(...given), { key: 'genesis', value: 'of another' }],
    },
  },
  'what is settled settles again': { settlement: { ...settlement, S2: () => undefined } },
  'everything counts as settled': {
    settlement: {
      ...settlement,
      S2: ({ facts }) => ({ type: 'Settled', transactionId: facts.id, createdTokens: [] }),
    },
  },
  'a check throws': {
    submission: {
      ...submission,
      V5: () => {
        throw new Error('V5 is broken');
      },
    },
  },
} satisfies Readonly<Record<string, Partial<ValidatorRules>>>;

const findings = [
  ['no-double-sign', 'the lock is dropped', 'doubleSendToOne'],
  ['unique-certificate', 'the lock is dropped', 'doubleSendToAll'],
  ['unique-certificate', 'two are a quorum', 'doubleSendToHalves'],
  ['certificate-valid', 'two are a quorum', 'doubleSendToHalves'],
  ['nonce-gapless', 'the nonce stays', 'payments'],
  ['supply-conserved', 'balances grow', 'payments'],
  ['convergence', 'each writes its own name', 'payments'],
  ['non-negative-at-rest', 'the balance is not asked for', 'overdraft'],
  ['no-overdraft-certified', 'the balance is not asked for', 'overdraft'],
  ['negative-only-by-lag', 'the balance is not asked for', 'overdraft'],
  ['settled-forever', 'nothing is written', 'restart'],
  ['sent-when-durable', 'answers come before writes', 'slowDisk'],
  ['no-lost-ack', 'nothing is written', 'payments'],
  ['supply-matches-history', 'a mint counts twice', 'mint'],
  ['order-independence', 'debts are forgiven', 'chain'],
  ['idempotence', 'what is settled settles again', 'payments'],
  ['proxy-truthful', 'everything counts as settled', 'payments'],
  ['memory-matches-store', 'nothing is written', 'payments'],
  ['nodes-do-not-break', 'a check throws', 'payments'],
  ['nodes-do-not-break', 'a repeat breaks it', 'payments'],
  ['nodes-do-not-break', 'it writes what it cannot start from', 'payments'],
] as const;

describe('the oracles', () => {
  it('of safety are known by name to scenarios that expect a breach', () => {
    const { oracles } = runScenario(scenarios.payments);
    const names = oracles.map(({ name }) => name);
    expect(names.slice(0, -4)).toEqual(SAFETY_INVARIANTS);
    expect(names.slice(-4)).toEqual(LIVENESS_INVARIANTS);
  });

  itFiresOnlyWhenWrong({ wrongRules, scenarios, findings });

  it('certificate-valid finds a client that believes a forged quorum', () => {
    const forger = {
      id: 'forger',
      node: 'p1',
      acts: [{ id: 'hasty', act: 'forge-quorum', flaw: 'too-few' }],
    };
    const scenario = scenarioOf({
      clients,
      steps: { alice: [pay('bob', 10)] },
      byzantine: [forger],
    });
    const credulous: ClientRules = { ...CLIENT_RULES, acceptsCertificate: () => true };
    const believed = runScenario(scenario, { clientRules: credulous });
    expect(violationsOf('certificate-valid', believed)).toBeGreaterThan(0);
    expect(violationsOf('certificate-valid', runScenario(scenario))).toBe(0);
  });

  it.each(['crash', 'amnesia'])('look at what was promised, not at what a %s may lose', (kind) => {
    const when = { node: 'v1', after: 'settled' };
    const age = kind === 'amnesia' ? { age: '10 s' } : {};
    const scenario = scenarioOf({
      clients,
      steps: { alice: [pay('bob', 10)] },
      faults: [{ id: 'loss', kind, node: 'v1', when, restartAfter: '1 s', ...age }],
    });
    const { faults, oracles } = runScenario(scenario);
    expect(faults).toMatchObject([{ id: 'loss', at: expect.anything() }]);
    expect(oracles.flatMap(({ violations }) => violations)).toEqual([]);
  });

  const never = { when: { node: 'v1', after: 'certified' } };
  it.each([
    ['forgets nothing', never, [], 1],
    ['forgets something later', { at: '50 s' }, [], 1],
    ['has forgotten something', { at: '0 s' }, [], 0],
    ['forgets nothing, and another has', never, [{ node: 'v2', at: '0 s' }], 0],
  ])(
    'no-double-sign judges a validator that %s as long as nobody has',
    (_, moment, more, found) => {
      const faults = [{ node: 'v1', ...moment }, ...more].map((fault, index) => ({
        id: `f${index}`,
        kind: 'amnesia',
        age: '1 s',
        restartAfter: '0 s',
        ...fault,
      }));
      const scenario = scenarioOf({ clients, steps: { alice: twice(['v1'], ['v1']) }, faults });
      expect(violationsOf('no-double-sign', runScenario(scenario))).toBe(0);
      const validatorRules = { ...VALIDATOR_RULES, ...wrongRules['the lock is dropped'] };
      const result = runScenario(scenario, { validatorRules });
      expect(violationsOf('no-double-sign', result)).toBe(found);
    },
  );

  it.each(['no-double-sign', 'unique-certificate'])(
    '%s follows a validator across a crash',
    (oracle) => {
      const [signA, signB, sendA, sendB] = twice(all, all);
      const restarts = all.map((node) => ({
        id: `restart-${node}`,
        kind: 'crash',
        node,
        at: '2 s',
        restartAfter: '1 s',
      }));
      const steps = [signA, signB, sendA, { op: 'wait', for: '5 s' }, sendB] as readonly object[];
      const scenario = scenarioOf({
        clients,
        steps: { alice: steps },
        faults: restarts,
        // Nobody hears a signature, so that only the lock stands between A and B.
        network: { links: all.map((from) => ({ from, to: 'alice', drop: 1 })) },
      });
      expect(violationsOf(oracle, runScenario(scenario))).toBe(0);
      const forgets = { ...VALIDATOR_RULES, ...wrongRules['the lock is dropped'] };
      expect(
        violationsOf(oracle, runScenario(scenario, { validatorRules: forgets })),
      ).toBeGreaterThan(0);
    },
  );
});
