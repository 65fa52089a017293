import { InvariantError } from '@quorate/core';
import type { RunScenarioOptions } from './run-options.ts';
import type { RunResult } from './run-result.ts';
import { runScenario } from './run-scenario.ts';
import type { Scenario } from './scenario/scenario.ts';

/**
 * Run a scenario as `runScenario` does; whatever a run with stub signatures finds wrong is reported
 * from a second run in which every signature is verified, because a stub proves nothing.
 *
 * @param run replaces the simulator, in tests.
 * @throws InvariantError where the second run is another: then the stub, or what uses it, is wrong.
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
