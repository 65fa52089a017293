import { faultyMax } from '@quorate/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyScenario } from '../../test/any-scenario.ts';
import { byzantineNodes } from '../scenario/byzantine/byzantine-nodes.ts';
import { amnesiacNodes } from '../scenario/faults/amnesiac-nodes.ts';
import { loadScenario } from '../scenario/load.ts';
import { printScenario } from '../scenario/print/print-scenario.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { generateScenario } from './generate-scenario.ts';
import { mutateScenario } from './mutate-scenario.ts';
import { DEFAULT_SPACE } from './scenario-space.ts';

const seeds = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });

function faultyIn(scenario: Scenario): number {
  const faulty = new Set([...byzantineNodes(scenario), ...amnesiacNodes(scenario)]);
  return scenario.cluster.validators.filter((name) => faulty.has(name)).length;
}

describe('mutateScenario', () => {
  it('makes of each parent and seed one child, and child of a child, that a file can state', () => {
    fc.assert(
      fc.property(seeds, fc.array(seeds, { minLength: 1, maxLength: 4 }), (first, rest) => {
        let parent = generateScenario(DEFAULT_SPACE, first);
        for (const seed of rest) {
          const child = mutateScenario(parent, DEFAULT_SPACE, seed);
          expect(mutateScenario(parent, DEFAULT_SPACE, seed)).toEqual(child);
          expect(loadScenario(printScenario(child), 'mutated')).toEqual(child);
          parent = child;
        }
      }),
    );
  });

  it('takes what authors write for a parent', () => {
    fc.assert(
      fc.property(anyScenario, seeds, (scenario, seed) => {
        const parent = { ...scenario, swarm: undefined };
        const child = mutateScenario(parent, DEFAULT_SPACE, seed);
        expect(loadScenario(printScenario(child), 'mutated')).toEqual(child);
      }),
      { numRuns: 50 },
    );
  });

  it('has at most f validators lie or forget where the profile is safe', () => {
    fc.assert(
      fc.property(seeds, seeds, (first, second) => {
        const parent = generateScenario(DEFAULT_SPACE, first);
        const child = mutateScenario(parent, DEFAULT_SPACE, second);
        expect(faultyIn(child)).toBeLessThanOrEqual(faultyMax(child.cluster.validators.length));
      }),
    );
  });

  it('changes something of nearly every parent, and of no parent everything', () => {
    const parts = (scenario: Scenario) =>
      [
        ...scenario.workload.flatMap(({ steps }) => steps),
        ...scenario.faults,
        ...scenario.byzantine.flatMap(({ acts }) => acts),
        scenario.network,
        scenario.seed,
      ].map((part) =>
        JSON.stringify(part, (_, value) => (typeof value === 'bigint' ? `${value}n` : value)),
      );
    const pairs = Array.from({ length: 300 }, (_, index) => {
      const parent = generateScenario(DEFAULT_SPACE, BigInt(index));
      const before = parts(parent);
      const after = parts(mutateScenario(parent, DEFAULT_SPACE, BigInt(index)));
      const kept = after.filter((part) => before.includes(part)).length;
      return { isChanged: kept < after.length || after.length < before.length, kept };
    });
    expect(pairs.filter(({ isChanged }) => isChanged).length).toBeGreaterThan(200);
    expect(pairs.every(({ kept }) => kept > 0)).toBe(true);
  });
});
