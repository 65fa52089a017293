import { InvariantError } from '@quorate/core';
import type { RunScenarioOptions } from './run-options.ts';
import type { RunResult } from './run-result.ts';
import { runScenario } from './run-scenario.ts';
import type { Scenario } from './scenario/scenario.ts';

/**
 * Runs a scenario like `runScenario`. If a run with stub signatures finds anything wrong, it runs
 * again with every signature verified and gives that result, because a stub proves nothing.
 *
 * @param run replaces the simulator, in tests.
 *
 * @throws InvariantError when the second run differs: then the stub, or code that uses it, is
 * wrong.
 *
 * @throws AmbientUseError as `runScenario` does.
 */
export function runProven(
  scenario: Scenario,
  options: RunScenarioOptions = {},
  run: typeof runScenario = runScenario,
): RunResult {
  const result = run(scenario, options);
  if (result.crypto !== 'stub' || isClean(result)) return result;
  const proof = run(scenario, { ...options, crypto: 'full' });
  if (outcomeOf(proof) === outcomeOf(result)) return proof;
  throw new InvariantError(
    `${result.name}, seed ${result.seed}: ${outcomeOf(result)} in crypto mode stub, ` +
      `${outcomeOf(proof)} in mode full`,
  );
}

function isClean({ verdict, failedExpectations }: RunResult): boolean {
  return verdict === 'pass' && failedExpectations.length === 0;
}

function outcomeOf({ verdict, failedExpectations, traceHash }: RunResult): string {
  return `${verdict} with ${failedExpectations.length} failed expectations (trace ${traceHash})`;
}
