import { describe, expect, it } from 'vitest';
import { pay, scenarioOf } from '../../../test/scenarios.ts';
import type { RunResult } from '../../run-result.ts';
import { runScenario } from '../../run-scenario.ts';

const clients = { alice: { balance: 100 }, bob: {} };
const patient = { simTime: '30 min' };
const RIVAL_BY_HAND = [
  { op: 'sign', as: 'A', to: 'bob', amount: 1 },
  { op: 'send', transaction: 'A', validators: ['v1', 'v2'] },
];

function fired({ oracles }: Pick<RunResult, 'oracles'>): readonly string[] {
  return oracles.flatMap(({ name, violations }) => (violations.length > 0 ? [name] : []));
}

describe('liveness-honest', () => {
  it('asks nothing of a client whose user has sent, by hand, a rival of what it sends itself', () => {
    const scenario = scenarioOf({
      clients,
      steps: {
        alice: [...RIVAL_BY_HAND, { op: 'wait', for: '2 s' }, pay('bob', 5)],
      },
      limits: patient,
    });
    const result = runScenario(scenario);
    expect(result.operations.map(({ outcome }) => outcome)).toEqual(['unknown']);
    expect(fired(result)).toEqual([]);
  });

  it('calls a client locked by its own doing where neither of the two can settle', () => {
    const constant = (mean: string) => ({ delay: { dist: 'const', mean } });
    const scenario = scenarioOf({
      clients,
      steps: {
        alice: [...RIVAL_BY_HAND, pay('bob', 5)],
      },
      // What she sends by hand arrives after the proxy has checked that nothing is in the way, and
      // before it submits.
      network: {
        default: constant('10 ms'),
        links: ['v1', 'v2'].map((to) => ({ from: 'alice', to, ...constant('35 ms') })),
      },
      limits: patient,
    });
    const result = runScenario(scenario);
    expect(result.certificates).toEqual([]);
    expect(result.accounts[0]?.outcome).toBe('locked-by-own-equivocation');
    expect(fired(result)).toEqual([]);
  });
});
