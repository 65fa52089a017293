import { type Submission, VALIDATOR_RULES, type ValidatorRules } from '@quorate/core';
import { describe, expect, it } from 'vitest';
import { itFiresOnlyWhenWrong, violationsOf } from '../../test/oracle-findings.ts';
import { pay, scenarioOf } from '../../test/scenarios.ts';
import { runScenario } from '../run-scenario.ts';

type Settle = ValidatorRules['settle'];
type Change = ReturnType<Settle>['changes'][number];
type Delivery = Parameters<Settle>[0];

const { settle, submission } = VALIDATOR_RULES;

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
  overdraft: scenarioOf({ clients, steps: { alice: [pay('bob', 101)] } }),
  doubleSendToOne: scenarioOf({ clients, steps: { alice: twice(['v1'], ['v1']) } }),
  doubleSendToHalves: scenarioOf({ clients, steps: { alice: twice(['v1', 'v2'], ['v3', 'v4']) } }),
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
  'nothing is written': { order: (_persist, answer) => [answer] },
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
  ['memory-matches-store', 'nothing is written', 'payments'],
  ['nodes-do-not-break', 'a check throws', 'payments'],
] as const;

describe('the oracles', () => {
  itFiresOnlyWhenWrong({ wrongRules, scenarios, findings });

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
