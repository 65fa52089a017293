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
  /** Hexadecimal; empty for a run that passed, and where the simulator threw. */
  readonly traceHash: string;
  readonly events: number;
  /** Virtual time. Units: nanoseconds. */
  readonly virtualNanos: bigint;
  readonly shapes: readonly string[];
  readonly situations: RunResult['situations'];
  /** The invariants that had nothing to check. */
  readonly idle: readonly string[];
}

/** All but what only tells runs apart. */
const UNHASHED = { trace: false, digest: false } as const;

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

/** Say why a scenario fails, with nothing done that only tells runs apart; undefined if it passes. */
export function causeOfScenario(
  scenario: Scenario,
  options: RunScenarioOptions,
): string | undefined {
  return runForCause(scenario, { ...options, watching: UNHASHED }).cause;
}

/**
 * Run a task and keep what a search has to know of it. Only a run that fails is traced, when it is run
 * once more: whether it then comes to the same, whoever confirms it finds out.
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
