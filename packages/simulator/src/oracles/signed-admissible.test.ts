import { VALIDATOR_RULES, type ValidatorRules } from '@quorate/core';
import { describe, expect, it } from 'vitest';
import { violationsOf } from '../../test/oracle-findings.ts';
import { pay, scenarioOf } from '../../test/scenarios.ts';
import { runScenario } from '../run-scenario.ts';

const { submission, operations } = VALIDATOR_RULES;

const scenario = scenarioOf({
  clients: { alice: { balance: 10 }, bob: { balance: 10 } },
  steps: {
    alice: [{ op: 'create-token', as: 'gold', amount: 5 }, pay('bob', 100)],
    bob: [
      { op: 'mint', token: 'gold', to: 'bob', amount: 1 },
      { op: 'manage-token', token: 'gold', admin: 'bob' },
    ],
  },
});

/** Validators that sign what they have to refuse. */
const LENIENT: Readonly<Record<string, Partial<ValidatorRules>>> = {
  'whoever asks may mint': {
    operations: { ...operations, Mint: { ...operations.Mint, validate: () => undefined } },
  },
  'whoever asks is the admin of a token': {
    operations: {
      ...operations,
      TokenManagement: { ...operations.TokenManagement, validate: () => undefined },
    },
  },
  'no rule of V6 holds': { submission: { ...submission, V6: () => undefined } },
};

describe('signed-admissible', () => {
  it.each(Object.keys(LENIENT))('finds validators for which %s', (name) => {
    const validatorRules = { ...VALIDATOR_RULES, ...LENIENT[name] };
    expect(violationsOf('signed-admissible', runScenario(scenario, { validatorRules }))).not.toBe(
      0,
    );
  });

  it('is silent where correct validators sign', () => {
    expect(violationsOf('signed-admissible', runScenario(scenario))).toBe(0);
  });
});
