import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scenarioOf } from '../../test/scenarios.ts';
import { plannedCommittees } from '../scenario/cluster/committees.ts';
import type { Scenario } from '../scenario/scenario.ts';
import type { ScenarioSpace } from './scenario-space.ts';
import { scenarios } from './scenarios.ts';

/** Gives what shrinking leaves of a scenario of a space if every smaller one fails as well. */
function smallest(space: Partial<ScenarioSpace>, seed: number): Scenario {
  const never = fc.property(scenarios(space), (_: Scenario) => false);
  const { counterexample } = fc.check(never, { seed, numRuns: 1 });
  if (counterexample === null) throw new Error('nothing was wrong');
  return counterexample[0];
}

describe('scenarios', () => {
  const seeds = [1, 2, 3, 4, 5];

  it('shrink to one validator where nobody asks for more', () => {
    for (const seed of seeds) {
      const { cluster } = smallest({ proxies: { least: 2, greatest: 2 } }, seed);
      expect(cluster.validators).toEqual(['v1']);
      expect(cluster.proxies).toEqual(['p1', 'p2']);
    }
  });

  it('shrink to no fewer of anything than are asked for, and to no more', () => {
    const space = {
      validators: { least: 4, greatest: 7 },
      clients: { least: 3, greatest: 4 },
      accounts: { least: 1, greatest: 1 },
    };
    for (const seed of seeds) {
      const { cluster, workload, faults } = smallest(space, seed);
      expect(cluster.validators).toHaveLength(4);
      expect(cluster.clients).toHaveLength(3);
      expect(cluster.accounts).toHaveLength(1);
      expect([...workload, ...faults]).toEqual([]);
    }
  });

  it('shrink to no smaller a committee than is asked for, in whatever epoch', () => {
    const space = { validators: { least: 4, greatest: 7 }, changes: { least: 1, greatest: 2 } };
    for (const seed of seeds) {
      const scenario = smallest(space, seed);
      expect(scenario.changes).toHaveLength(1);
      expect(plannedCommittees(scenario).every(({ length }) => length >= 4)).toBe(true);
    }
  });

  it('shrink an example that has less than is asked for from the start', () => {
    const example = scenarioOf({
      validators: 3,
      clients: { alice: { balance: 1 }, bob: {} },
      steps: { alice: [{ op: 'pay', to: 'bob', amount: 1 }] },
    });
    const asked = scenarios({ validators: { least: 4, greatest: 7 } });
    const smaller = [...asked.shrink(example, undefined)].map(({ value }) => value);
    expect(smaller.length).toBeGreaterThan(0);
    expect(smaller.every(({ cluster }) => cluster.validators.length === 3)).toBe(true);
  });
});
