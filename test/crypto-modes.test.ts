import { type RunResult, type RunScenarioOptions, runScenario } from '@quorate/simulator';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { shippedScenario, shippedScenarios } from './scenario-documents.ts';

// Every signature of every scenario is verified with arithmetic, and on one backend in JavaScript.
vi.setConfig({ testTimeout: 120_000 });

const CHEAPER = ['cache', 'trusted', 'memo', 'stub'] as const;

/** The modes in which the nth scenario is run: `stub`, which computes least, and the others in turns. */
const modesOf = (index: number) => [CHEAPER[index % 3] ?? 'cache', 'stub'] as const;

// What regressions are about is protocols, and they would take half as long again; the one through
// all sizes of committees takes a third of the rest.
const LEFT_OUT = /^regressions\/|^committees\/one-to-ten-and-back/;
const shipped = shippedScenarios((file) => !LEFT_OUT.test(file)).map(
  (scenario, index) => [scenario.name, scenario, modesOf(index)] as const,
);

/** Gives a run without what says how it was computed. */
function nameless(result: RunResult): Omit<RunResult, 'crypto' | 'ed25519'> {
  const { crypto: _mode, ed25519: _backend, ...rest } = result;
  return rest;
}

describe('a run', () => {
  it.each(shipped)(
    'of %s is the same in mode full and in cheaper ones',
    (_name, scenario, modes) => {
      const anySeed = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });
      fc.assert(
        fc.property(anySeed, (seed) => {
          const full = runScenario(scenario, { seed, crypto: 'full' });
          for (const crypto of modes) {
            const run = runScenario(scenario, { seed, crypto });
            expect(run.crypto).toBe(crypto);
            expect(nameless(run)).toEqual(nameless(full));
          }
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

  it('takes its crypto mode from the scenario unless it is told another', () => {
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
