import { expect, it, vi } from 'vitest';
import { BASE } from '../test/base-scenario.ts';
import { runProven } from './run-proven.ts';
import { runScenario } from './run-scenario.ts';
import { loadScenario } from './scenario/read/load.ts';

const sound = loadScenario(BASE, 'x.yaml');
const failing = loadScenario(`${BASE}expect:\n  balances: { bob: 5 }\n`, 'x.yaml');

it('trusts stub signatures in a run in which nothing is wrong', () => {
  const run = vi.fn(runScenario);
  expect(runProven(sound, { crypto: 'stub' }, run).crypto).toBe('stub');
  expect(run).toHaveBeenCalledTimes(1);
});

it('reports what is wrong from a run with every signature verified', () => {
  const result = runProven(failing, { crypto: 'stub', seed: 5n });
  expect(result).toMatchObject({ crypto: 'full', seed: '0x5' });
  expect(result.failedExpectations).not.toHaveLength(0);
});

it('leaves failures in real signatures as they are', () => {
  const run = vi.fn(runScenario);
  expect(runProven(failing, { crypto: 'trusted' }, run).crypto).toBe('trusted');
  expect(run).toHaveBeenCalledTimes(1);
});

it('reports that stub signatures disagree with Ed25519', () => {
  const run: typeof runScenario = (_scenario, options) =>
    runScenario(options?.crypto === 'full' ? sound : failing, options);
  expect(() => runProven(failing, { crypto: 'stub' }, run)).toThrow(
    /base, seed 0x[0-9a-f]+: pass with \d+ failed expectations .* in crypto mode stub, pass with 0/,
  );
});
