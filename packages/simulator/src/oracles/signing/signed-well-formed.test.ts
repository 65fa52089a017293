import { VALIDATOR_RULES, type ValidatorRules } from '@quorate/core';
import { describe, expect, it } from 'vitest';
import { guestValidator } from '../../../test/guests.ts';
import { pay, scenarioOf } from '../../../test/scenarios.ts';
import { runScenario } from '../../run-scenario.ts';
import type { Scenario } from '../../scenario/scenario.ts';
import type { NodeMakers } from '../../world/guests.ts';

const { ChangeCommittee } = VALIDATOR_RULES.operations;

/** The operator of v1 changes the committee alone, for an account that asks for no more. */
const scenario = scenarioOf({
  clients: {},
  steps: {},
  candidates: 1,
  changes: [{ id: 'change', members: ['v2', 'v3', 'v4', 'v5'], at: '2 s' }],
  byzantine: [
    {
      id: 'usurper',
      node: 'v1',
      acts: [
        { id: 'own', act: 'propose', at: '1 s', members: ['v2', 'v3', 'v4', 'v5'], quorum: 1 },
      ],
    },
  ],
});

const oneIsEnough: ValidatorRules = {
  ...VALIDATOR_RULES,
  operations: {
    ...VALIDATOR_RULES.operations,
    ChangeCommittee: {
      ...ChangeCommittee,
      validate: (operation, scratch, context) =>
        ChangeCommittee.validate(operation, scratch, { ...context, quorum: () => 1 }),
    },
  },
};

function findings(validatorRules: ValidatorRules): readonly string[] {
  return findingsIn(scenario, { validatorRules });
}

function findingsIn(
  where: Scenario,
  given: { readonly validatorRules?: ValidatorRules; readonly nodes?: NodeMakers },
): readonly string[] {
  return runScenario(where, given)
    .oracles.filter(({ name }) => name === 'signed-well-formed')
    .flatMap(({ violations }) => violations.map(({ message }) => message));
}

it('signed-well-formed finds a validator that signs a change of committee by one operator (C3)', () => {
  expect(findings(oneIsEnough)[0]).toMatch(/no quorum of operators changes the committee$/);
  expect(findings(VALIDATOR_RULES)).toEqual([]);
});

describe('signed-well-formed finds that somebody else’s validator signs', () => {
  const { submission } = VALIDATOR_RULES;
  const payment = { to: 'bob', amount: 2 };

  function without(rule: keyof typeof submission): NodeMakers {
    const rules = { ...VALIDATOR_RULES, submission: { ...submission, [rule]: () => undefined } };
    return { v1: guestValidator(rules) };
  }

  it.each([
    ['V1', { act: 'inadmissible', kind: 'too-many-operations' }, /too many operations$/],
    ['V2', { act: 'bad-encoding', kind: 'wrong-network', ...payment }, /it is for /],
    ['V3', { act: 'bad-encoding', kind: 'wrong-key', ...payment }, /has not signed it/],
    ['V3', { act: 'inadmissible', kind: 'foreign-sender' }, /has not signed it/],
    ['V3', { act: 'inadmissible', kind: 'multisig-too-few' }, /has not signed it/],
    ['V6', { act: 'inadmissible', kind: 'no-operation' }, /moves nothing$/],
    ['V6', { act: 'inadmissible', kind: 'repeated-mint' }, /names a mint twice$/],
    ['V6', { act: 'inadmissible', kind: 'verifier-forged' }, /no quorum of verifiers/],
    ['V6', { act: 'inadmissible', kind: 'burnt-admin' }, /hands a token to nobody$/],
    ['V6', { act: 'inadmissible', kind: 'foreign-terms' }, /are those of another evaluator$/],
    ['V6', { act: 'inadmissible', kind: 'greedy-terms' }, /ask for more than the whole$/],
  ] as const)('past %s: %j', (rule, act, fault) => {
    const lying = scenarioOf({
      clients: { alice: { balance: 5 }, bob: {} },
      steps: { alice: [pay('bob', 1)] },
      byzantine: [{ id: 'liar', node: 'alice', acts: [{ id: 'lie', ...act }] }],
    });
    const [first = ''] = findingsIn(lying, { nodes: without(rule) });
    expect(first).toMatch(/^v1 signed what it had to refuse: /);
    expect(first).toMatch(fault);
    const honest = guestValidator(VALIDATOR_RULES);
    const nodes = { v1: honest, v2: honest, v3: honest };
    expect(findingsIn(lying, { nodes })).toEqual([]);
  });
});
