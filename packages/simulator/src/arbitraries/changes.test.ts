import { faultyMax } from '@quorate/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { reductionsAlong } from '../reduce/reductions.ts';
import { byzantineNodes } from '../scenario/byzantine/byzantine-nodes.ts';
import { everyValidator, plannedCommittees } from '../scenario/committees.ts';
import { amnesiacNodes } from '../scenario/faults/amnesiac-nodes.ts';
import { loadScenario } from '../scenario/load.ts';
import { printScenario } from '../scenario/print/print-scenario.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { generateScenario } from './generate-scenario.ts';
import { DEFAULT_SPACE } from './scenario-space.ts';

const SPACE = { ...DEFAULT_SPACE, changes: { least: 1, greatest: 2 } };
const anyChanging = fc
  .bigInt({ min: 0n, max: 2n ** 64n - 1n })
  .map((seed) => generateScenario(SPACE, seed));

/** Tells how many more than f are faulty in the committee that is worst off. */
function excessIn(scenario: Scenario): number {
  const faulty = new Set([...byzantineNodes(scenario), ...amnesiacNodes(scenario)]);
  const excesses = plannedCommittees(scenario).map(
    (members) => members.filter((name) => faulty.has(name)).length - faultyMax(members.length),
  );
  return Math.max(...excesses);
}

describe('generated changes of committee', () => {
  it('are in every scenario where at least one is asked for, of validators that there are', () => {
    fc.assert(
      fc.property(anyChanging, (scenario) => {
        const { changes, cluster } = scenario;
        expect(changes.length).toBeGreaterThanOrEqual(1);
        for (const { members } of changes) {
          expect(members.length).toBeLessThanOrEqual(SPACE.validators.greatest);
          expect(everyValidator(cluster)).toEqual(expect.arrayContaining([...members]));
        }
        expect(loadScenario(printScenario(scenario), 'drawn')).toEqual(scenario);
      }),
    );
  });

  it('leave at most f faulty members in every committee', () => {
    fc.assert(
      fc.property(anyChanging, (scenario) => {
        expect(excessIn(scenario)).toBeLessThanOrEqual(0);
      }),
    );
  });

  it('are in some scenarios, and not in most, where nothing is asked for', () => {
    const count = Array.from({ length: 200 }, (_, seed) =>
      generateScenario(DEFAULT_SPACE, BigInt(seed)),
    ).filter(({ changes }) => changes.length > 0).length;
    expect(count).toBeGreaterThan(15);
    expect(count).toBeLessThan(100);
  });

  it('are left out by reductions, and the validators that only they need', () => {
    fc.assert(
      fc.property(anyChanging, (scenario) => {
        const smaller = [...reductionsAlong('changes', scenario)];
        const [least] = smaller;
        expect(least?.changes).toEqual([]);
        expect(least?.cluster.candidates).toEqual([]);
        for (const each of smaller) expect(excessIn(each)).toBeLessThanOrEqual(0);
      }),
      { numRuns: 20 },
    );
  });
});
