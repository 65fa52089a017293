import { VALIDATOR_RULES } from '@quorate/core';
import { describe, expect, it } from 'vitest';
import { violationsOf } from '../../../test/oracle-findings.ts';
import { pay, type ScenarioParts, scenarioOf } from '../../../test/scenarios.ts';
import { runScenario } from '../../run-scenario.ts';

const clients = { alice: { balance: 10 }, bob: {} };
const steps = { alice: [{ op: 'join-committee' }, pay('bob', 1)] };
const { settlement } = VALIDATOR_RULES;
const hasty = { ...VALIDATOR_RULES, settlement: { ...settlement, C2: () => undefined } };

function waiting(more: Partial<ScenarioParts> = {}) {
  return scenarioOf({ clients, steps, requestAge: '5 s', ...more });
}

describe('request-aged', () => {
  it('finds a member that settles a request while its epoch is young', () => {
    const result = runScenario(waiting(), { validatorRules: hasty });
    expect(violationsOf('request-aged', result)).toBeGreaterThan(0);
    expect(result.verdict).toBe('violation:request-aged');
  });

  it('is silent where requests wait for their time', () => {
    const result = runScenario(waiting());
    expect(violationsOf('request-aged', result)).toBe(0);
    const [join] = result.operations;
    expect(join?.outcome).toBe('final');
    expect(join?.endedAt).toBeGreaterThan(5_000_000_000n);
  });

  it('goes by the clock of the member, however wrong it is', () => {
    const faults = ['v1', 'v2', 'v3'].map((node) => ({
      id: `early-${node}`,
      kind: 'clock',
      node,
      at: '0 ms',
      offset: '6 s',
    }));
    const result = runScenario(waiting({ faults }));
    expect(violationsOf('request-aged', result)).toBe(0);
    expect(result.operations[0]?.endedAt).toBeLessThan(5_000_000_000n);
  });

  it('counts the age of every epoch from its own beginning', () => {
    const changing = {
      candidates: 1,
      // After ten seconds, all have their seats.
      changes: [{ id: 'grow', at: '10 s', members: ['v1', 'v2', 'v3', 'v4', 'v5'] }],
      steps: { alice: [{ op: 'wait', for: '11 s' }, { op: 'join-committee' }] },
    };
    const result = runScenario(waiting(changing));
    expect(result.verdict).toBe('pass');
    expect(violationsOf('request-aged', result)).toBe(0);
    expect(result.operations[0]?.endedAt).toBeGreaterThan(15_000_000_000n);
  });

  it('has nothing to check where requests need not age', () => {
    const { oracles } = runScenario(waiting({ requestAge: '0 ms' }));
    expect(oracles.find(({ name }) => name === 'request-aged')?.checks).toBe(0);
  });
});
