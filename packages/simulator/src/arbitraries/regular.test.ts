import { describe, expect, it } from 'vitest';
import { runScenario } from '../run-scenario.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { operationsIn } from '../scenario/steps/operations-in.ts';
import { generateScenario } from './generate-scenario.ts';
import { DEFAULT_SPACE, type ScenarioSpace } from './scenario-space.ts';

const SEEDS = Array.from({ length: 400 }, (_, seed) => BigInt(seed));

function generated(space: ScenarioSpace, seeds: readonly bigint[]): readonly Scenario[] {
  return seeds.map((seed) => generateScenario(space, seed));
}

function stepsOf({ workload }: Scenario) {
  return workload.filter(({ client }) => client === 'oscar').flatMap(({ steps }) => steps);
}

const isRegular = (scenario: Scenario) => stepsOf(scenario).length > 0;
const ALL = generated(DEFAULT_SPACE, SEEDS);
const REGULAR = ALL.filter(isRegular);

function kindsOf(scenarios: readonly Scenario[]): ReadonlySet<string> {
  const kinds = scenarios.flatMap((scenario) =>
    stepsOf(scenario).flatMap((step) => operationsIn(step).map(({ op }) => op)),
  );
  return new Set(kinds);
}

describe('a regular client', () => {
  it('comes to some of the runs whose proxies remember, and those are about half of all', () => {
    const remembering = ALL.filter(({ cluster }) => cluster.precheck === 'remembered');
    expect(remembering.length).toBeGreaterThan(160);
    expect(remembering.length).toBeLessThan(240);
    expect(REGULAR.length).toBeGreaterThan(8);
    expect(REGULAR.length).toBeLessThan(35);
    expect(REGULAR.filter(({ cluster }) => cluster.precheck !== 'remembered')).toEqual([]);
  });

  it('does nothing that is not drawn', () => {
    const { operations } = DEFAULT_SPACE;
    const without = (weights: Partial<typeof operations>) =>
      generated(
        { ...DEFAULT_SPACE, operations: { ...operations, ...weights } },
        REGULAR.map(({ seed }) => seed),
      );
    expect(kindsOf(REGULAR)).toEqual(new Set(['create-token', 'mint', 'pay']));
    expect(kindsOf(without({ token: 0 }))).toEqual(new Set(['pay']));
    expect(without({ pay: 0 }).some(isRegular)).toBe(false);
  });

  it('gets an answer to everything that it asks for', () => {
    for (const scenario of REGULAR.slice(0, 5)) {
      const { operations, verdict } = runScenario(scenario, { crypto: 'stub' });
      const own = operations.filter(({ client }) => client === 'oscar');
      expect(own.filter(({ outcome }) => outcome === 'final').length).toBeGreaterThan(0);
      expect(verdict).toBe('pass');
    }
  });
});
