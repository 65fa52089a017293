import type { RunResult } from './run-result.ts';
import type { Scenario } from './scenario/scenario.ts';

/** Choose what the scenario leaves open: another seed, a crypto backend. */
export interface RunScenarioOptions {
  readonly seed?: bigint;
  readonly backend?: 'sodium' | 'noble';
}

/** Run one scenario to its end. */
export function runScenario(scenario: Scenario, _options: RunScenarioOptions = {}): RunResult {
  throw new Error(`there is no world to run ${scenario.name} in yet`);
}
