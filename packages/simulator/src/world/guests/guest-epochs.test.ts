import { VALIDATOR_RULES } from '@quorate/core';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { guestValidator } from '../../../test/guests.ts';
import { pay, scenarioOf } from '../../../test/scenarios.ts';
import { scenarios } from '../../arbitraries/scenarios.ts';
import { runScenario } from '../../run-scenario.ts';
import type { Scenario } from '../../scenario/scenario.ts';
import type { NodeMaker } from './guests.ts';

const honest = guestValidator(VALIDATOR_RULES);
const firstKeyOnly: NodeMaker = (seat) => honest({ ...seat, keys: undefined });

const verdictOn = (scenario: Scenario, v2 = honest) =>
  runScenario(scenario, { crypto: 'stub', nodes: { v2 } }).verdict;

it('C9 a guest signs in a later epoch with its key of that epoch', () => {
  const scenario = scenarioOf({
    clients: { alice: { balance: 5 }, bob: {} },
    steps: { alice: [{ op: 'wait', for: '5 s' }, pay('bob', 1)] },
    changes: [{ id: 'c', at: '1 s', members: ['v2'] }],
  });
  expect(verdictOn(scenario)).toBe('pass');
  expect(verdictOn(scenario, firstKeyOnly)).toBe('liveness');
});

it('C9 a run with a guest delivers to nobody at its end what liars formed with leaked keys', () => {
  const act = { id: 'l', act: 'leaked-keys', at: '3 s', epoch: 0, to: 'alice', amount: 0 };
  const scenario = scenarioOf({
    validators: 3,
    clients: { alice: {} },
    steps: {},
    changes: [{ id: 'c', at: '0 s', members: ['v3'] }],
    byzantine: [{ id: 'b', node: 'alice', acts: [act] }],
  });
  const { verdict, certificates } = runScenario(scenario, {
    crypto: 'stub',
    nodes: { v2: honest },
  });
  expect(certificates.map(({ summary }) => summary)).toContain('alice pays alice 0');
  expect(verdict).toBe('pass');
});

it('a guest with our own rules fails in no run with changes of committee', () => {
  fc.assert(
    fc.property(scenarios({ changes: { least: 1, greatest: 2 } }), (scenario) => {
      expect(verdictOn(scenario)).toBe('pass');
    }),
    { numRuns: 5 },
  );
});
