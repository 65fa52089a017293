import {
  type RunResult,
  type RunScenarioOptions,
  runScenario,
  type Scenario,
  type ScenarioSpace,
} from '@quorate/simulator';
import { causeOf, causeOfError } from './cause.ts';
import { scenarioOf, type Task } from './task.ts';

/** Hold what a search keeps of one run. */
export interface Outcome {
  readonly index: number;
  /** Why the run failed; undefined for one that passed. */
  readonly cause: string | undefined;
  /** Hexadecimal; empty where the simulator threw. */
  readonly traceHash: string;
  readonly events: number;
  /** Virtual time. Units: nanoseconds. */
  readonly virtualNanos: bigint;
  readonly shapes: readonly string[];
  readonly situations: RunResult['situations'];
  /** The invariants that had nothing to check. */
  readonly idle: readonly string[];
}

/** Run a scenario and say why it failed; a run that the simulator throws out of has failed, too. */
export function runForCause(
  scenario: Scenario,
  options: RunScenarioOptions,
): { readonly result: RunResult | undefined; readonly cause: string | undefined } {
  try {
    const result = runScenario(scenario, options);
    return { result, cause: causeOf(result) };
  } catch (error) {
    // A search must outlive the bug that it finds; what was thrown is the cause, and reported so.
    return { result: undefined, cause: causeOfError(error) };
  }
}

/** Run a task and keep what a search has to know of it. */
export function runTask(task: Task, space: ScenarioSpace, options: RunScenarioOptions): Outcome {
  const scenario = scenarioOf(task, space);
  const { result, cause } = runForCause(scenario, { ...options, watching: { shapes: true } });
  return {
    index: task.index,
    cause,
    traceHash: result?.traceHash ?? '',
    events: result?.events ?? 0,
    virtualNanos: result?.virtualNanos ?? 0n,
    shapes: result?.shapes ?? [],
    situations: result?.situations ?? [],
    idle: result?.oracles.flatMap(({ name, checks }) => (checks === 0 ? [name] : [])) ?? [],
  };
}
