import {
  type RunResult,
  type RunScenarioOptions,
  runScenario,
  type Scenario,
  type ScenarioSpace,
} from '@quorate/simulator';
import { causeOf, causeOfError } from './cause.ts';
import { scenarioOf, type Task } from './task.ts';

/** What a search keeps of one run. */
export interface Outcome {
  readonly index: number;
  /** Why the run failed; undefined when it passed. */
  readonly cause: string | undefined;
  /** In hexadecimal; empty when the run passed or the simulator threw. */
  readonly traceHash: string;
  readonly events: number;
  /** The virtual time of the run. Units: nanoseconds. */
  readonly virtualNanos: bigint;
  readonly shapes: readonly string[];
  readonly situations: RunResult['situations'];
  /** The invariants that the run never checked. */
  readonly idle: readonly string[];
}

/** Switches off what only serves to compare runs. */
const UNHASHED = { trace: false, digest: false } as const;

/** Runs a scenario and says why it failed. If the simulator throws, the run counts as failed. */
export function runForCause(
  scenario: Scenario,
  options: RunScenarioOptions,
): { readonly result: RunResult | undefined; readonly cause: string | undefined } {
  try {
    const result = runScenario(scenario, options);
    return { result, cause: causeOf(result) };
  } catch (error) {
    // A search must survive the bugs it finds: the error becomes the cause.
    return { result: undefined, cause: causeOfError(error) };
  }
}

/** Says why a scenario fails, as cheaply as possible; undefined when it passes. */
export function causeOfScenario(
  scenario: Scenario,
  options: RunScenarioOptions,
): string | undefined {
  return runForCause(scenario, { ...options, watching: UNHASHED }).cause;
}

/**
 * Runs a task and keeps what a search needs to know. Only a failed run is run again with a trace;
 * the caller that confirms the finding checks that both runs failed alike.
 */
export function runTask(task: Task, space: ScenarioSpace, options: RunScenarioOptions): Outcome {
  const scenario = scenarioOf(task, space);
  const watching = { ...UNHASHED, shapes: true };
  const { result, cause } = runForCause(scenario, { ...options, watching });
  const traced = cause === undefined ? undefined : runForCause(scenario, options).result;
  return {
    index: task.index,
    cause,
    traceHash: traced?.traceHash ?? '',
    events: result?.events ?? 0,
    virtualNanos: result?.virtualNanos ?? 0n,
    shapes: result?.shapes ?? [],
    situations: result?.situations ?? [],
    idle: result?.oracles.flatMap(({ name, checks }) => (checks === 0 ? [name] : [])) ?? [],
  };
}
