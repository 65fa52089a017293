import { describe, expect, it } from 'vitest';
import { runScenario } from '../../run-scenario.ts';
import type { Scenario } from '../../scenario/scenario.ts';
import { operationsIn } from '../../scenario/steps/operations-in.ts';
import { generateScenario } from '../generate-scenario.ts';
import { DEFAULT_SPACE, type ScenarioSpace } from '../scenario-space.ts';

const SEEDS = Array.from({ length: 400 }, (_, seed) => BigInt(seed));

function generated(space: ScenarioSpace, seeds: readonly bigint[]): readonly Scenario[] {
  return seeds.map((seed) => generateScenario(space, seed));
}

function stepsOf({ workload }: Scenario, client: string) {
  return workload.filter((entry) => entry.client === client).flatMap(({ steps }) => steps);
}

function isLong(scenario: Scenario): boolean {
  return stepsOf(scenario, 'frank').length > 0;
}

const LONG = generated(DEFAULT_SPACE, SEEDS).filter(isLong);

function kindsOf(scenario: Scenario): readonly string[] {
  return stepsOf(scenario, 'frank').flatMap((step) => operationsIn(step).map(({ op }) => op));
}

describe('a veteran', () => {
  it('comes to few runs, and does nothing that is not drawn', () => {
    expect(LONG.length).toBeGreaterThan(4);
    expect(LONG.length).toBeLessThan(20);
    const { operations } = DEFAULT_SPACE;
    const without = (weights: Partial<typeof operations>) =>
      generated(
        { ...DEFAULT_SPACE, operations: { ...operations, ...weights } },
        LONG.map(({ seed }) => seed),
      );
    expect(without({ pay: 0 }).some(isLong)).toBe(false);
    expect(without({ token: 0 }).flatMap(kindsOf)).not.toContain('manage-token');
    const read = without({ read: 0 }).flatMap((each) => stepsOf(each, 'frank'));
    expect(read.filter(({ op }) => op === 'read')).toEqual([]);
  });

  it('does the same so often that numbers have two digits', () => {
    for (const scenario of LONG) {
      const kinds = kindsOf(scenario);
      const most = Math.max(
        ...['pay', 'manage-token'].map((op) => kinds.filter((each) => each === op).length),
      );
      expect(most).toBeGreaterThan(10);
    }
    expect(LONG.flatMap(kindsOf)).toContain('manage-token');
  });

  it('is served, and the other one is refused what it asks for', () => {
    for (const op of ['pay', 'manage-token']) {
      const scenario = LONG.find((each) => kindsOf(each).includes(op));
      if (scenario === undefined) throw new Error('there is one');
      const { operations, verdict } = runScenario(scenario, { crypto: 'stub' });
      const own = operations.filter(({ client }) => client === 'frank');
      expect(own.every(({ outcome }) => outcome === 'final')).toBe(true);
      const other = operations.filter(({ client }) => client === 'judy');
      expect(other.map(({ outcome }) => outcome)).toEqual(['refused']);
      expect(verdict).toBe('pass');
    }
  });
});
