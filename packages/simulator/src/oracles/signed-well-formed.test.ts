import { VALIDATOR_RULES, type ValidatorRules } from '@quorate/core';
import { expect, it } from 'vitest';
import { scenarioOf } from '../../test/scenarios.ts';
import { runScenario } from '../run-scenario.ts';

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
  const { oracles } = runScenario(scenario, { validatorRules });
  return oracles
    .filter(({ name }) => name === 'signed-well-formed')
    .flatMap(({ violations }) => violations.map(({ message }) => message));
}

it('signed-well-formed finds who signs a change of committee that one operator makes (C3)', () => {
  expect(findings(oneIsEnough)[0]).toMatch(/no quorum of operators changes the committee$/);
  expect(findings(VALIDATOR_RULES)).toEqual([]);
});
