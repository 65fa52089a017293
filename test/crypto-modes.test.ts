import { type RunResult, type RunScenarioOptions, runScenario } from '@quorate/simulator';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shippedScenario, shippedScenarios } from './scenario-documents.ts';
import { expectUnlike, isRunInModes, twoSeeds } from './two-seeds.ts';

const CHEAPER = ['cache', 'trusted', 'memo', 'stub'] as const;

/**
 * The mode in which the nth scenario is run besides `full`: every second time `stub`, which
 * computes least.
 */
const modeOf = (index: number) => (index % 2 === 0 ? 'stub' : (CHEAPER[index % 3] ?? 'cache'));

const shipped = shippedScenarios(isRunInModes).map(
  (scenario, index) => [scenario.name, modeOf(index), scenario] as const,
);

/** Gives a run without the fields that say how it was computed. */
function nameless(result: RunResult): Omit<RunResult, 'crypto' | 'ed25519'> {
  const { crypto: _mode, ed25519: _backend, ...rest } = result;
  return rest;
}

describe('a run', () => {
  it.each(shipped)(
    'of %s is the same in mode full and in mode %s, and differs with another seed',
    (_name, crypto, scenario) => {
      fc.assert(
        fc.property(twoSeeds, ([seed, otherSeed]) => {
          const full = runScenario(scenario, { seed, crypto: 'full' });
          const run = runScenario(scenario, { seed, crypto });
          expect(run.crypto).toBe(crypto);
          expect(nameless(run)).toEqual(nameless(full));
          expectUnlike(full, scenario, otherSeed);
        }),
        { numRuns: 1 },
      );
    },
  );

  it.each(['full', ...CHEAPER] as const)('is the same on both backends in mode %s', (crypto) => {
    const scenario = shippedScenario('double-spend.yaml');
    const on = (backend: NonNullable<RunScenarioOptions['backend']>) =>
      runScenario(scenario, { crypto, backend, seed: 3n });
    expect(on('noble')).toEqual({ ...on('sodium'), ed25519: 'noble' });
  });

  it('takes its crypto mode from the scenario unless it is given another', () => {
    const { crypto: _trusted, ...cluster } = shippedScenario('first-payment.yaml').cluster;
    const scenario = {
      ...shippedScenario('first-payment.yaml'),
      cluster: { ...cluster, crypto: 'stub' as const },
    };
    expect(runScenario(scenario).crypto).toBe('stub');
    expect(runScenario(scenario, { crypto: 'cache' }).crypto).toBe('cache');
    expect(runScenario(shippedScenario('first-payment.yaml')).crypto).toBe('trusted');
  });
});
