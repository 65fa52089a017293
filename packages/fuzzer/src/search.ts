import type { Scenario, ScenarioSpace } from '@quorate/simulator';
import { type Coverage, createCoverage, type Specimen } from './coverage.ts';
import type { Outcome } from './outcome.ts';
import type { Strategy } from './strategy.ts';
import { scenarioOf, type Task } from './task.ts';

/** Say what a search looks through. */
export interface SearchOptions {
  readonly space: ScenarioSpace;
  readonly strategy: Strategy;
  /** The seed of the first run; each further run takes the next. */
  readonly firstSeed: bigint;
  /** How many runs there are beside the kept ones; endless when absent. */
  readonly runs?: number;
  /** Scenarios of earlier searches, run first. */
  readonly kept?: readonly KeptScenario[];
  /** How many causes end the search; all of them are looked for when absent. */
  readonly causes?: number;
}

/** Hold a scenario that an earlier search kept, and what it is called. */
export interface KeptScenario {
  readonly name: string;
  readonly scenario: Scenario;
}

/** Hold one cause for which runs failed, and the first of them. */
export interface Finding {
  readonly cause: string;
  readonly runs: number;
  readonly first: Outcome;
  readonly scenario: Scenario;
  /** What an earlier search called the scenario; undefined where the seed gives it. */
  readonly keptAs: string | undefined;
}

/** Hold what a search has come to. */
export interface SearchReport {
  readonly runs: number;
  readonly failed: number;
  readonly events: number;
  /** Virtual time of all runs together. Units: nanoseconds. */
  readonly virtualNanos: bigint;
  /** By the order of their first runs. */
  readonly findings: readonly Finding[];
  /** How often all runs together got into each situation. */
  readonly situations: ReadonlyMap<string, number>;
  /** The invariants that had nothing to check in any run. */
  readonly idle: readonly string[];
  readonly shapes: Pick<Coverage, 'has' | 'size'>;
}

/**
 * A search, one generation after another: whoever drives it runs the tasks of a generation, in any
 * order and anywhere, and hands back all outcomes before it asks for the next generation.
 *
 * Outcomes count in the order of their tasks, so a search is the same however it is driven.
 */
export interface Search {
  /** Gives the tasks of the next generation; none when the search is over. */
  next(): readonly Task[];
  /** Takes in the outcomes of a generation, or of as many of its tasks as were run. */
  take(outcomes: readonly Outcome[]): void;
  report(): SearchReport;
  /** The fewest scenarios, roughly, that show every shape seen; at most `limit`. */
  distil(limit: number): readonly Specimen[];
}

/** How many runs are planned at once: what they came to is shown when all have ended. */
const GENERATION = 64;

/** Creates a search that has run nothing. */
export function createSearch(options: SearchOptions): Search {
  const { space, kept = [], causes = Number.POSITIVE_INFINITY } = options;
  const coverage = createCoverage();
  const counts = createCounts();
  let tasks = new Map<number, Task>();
  let isOver = false;

  function take(outcome: Outcome, task: Task): void {
    const scenario = () => scenarioOf(task, space);
    // What comes of a run that fails mostly fails in the same way.
    if (outcome.cause === undefined) coverage.add(outcome.shapes, outcome.events, scenario);
    else coverage.count(outcome.shapes);
    counts.add(outcome, scenario, task);
    if (counts.findings.size >= causes) isOver = true;
  }

  return {
    next() {
      if (isOver) return [];
      const first = counts.runs();
      const planned = first < kept.length ? keptTasks(kept, first) : freshTasks(options, first);
      tasks = new Map(planned.map((task) => [task.index, task]));
      return planned;
    },
    take(outcomes) {
      for (const outcome of outcomes.toSorted((one, other) => one.index - other.index)) {
        const task = tasks.get(outcome.index);
        if (isOver || task === undefined) break;
        take(outcome, task);
      }
      // What was not run leaves a gap that no later generation fills.
      if (outcomes.length < tasks.size) isOver = true;
    },
    report: () => ({
      ...counts.total(),
      findings: [...counts.findings.values()],
      shapes: coverage,
    }),
    distil: (limit) => coverage.distil(limit),
  };
}

function keptTasks(kept: readonly KeptScenario[], first: number): readonly Task[] {
  return kept
    .slice(first, first + GENERATION)
    .map((each, offset) => ({ kind: 'kept', index: first + offset, ...each }));
}

// Seeds follow the number of the run.
function freshTasks(
  { strategy, firstSeed, runs = Number.POSITIVE_INFINITY, kept = [] }: SearchOptions,
  first: number,
): readonly Task[] {
  const depth = strategy.kind === 'pct' ? { depth: strategy.depth } : {};
  const left = runs + kept.length - first;
  return Array.from({ length: Math.min(GENERATION, left) }, (_, offset) => {
    const index = first + offset;
    const seed = BigInt.asUintN(64, firstSeed + BigInt(index - kept.length));
    return { kind: 'fresh', index, seed, ...depth };
  });
}

function nameOf(task: Task): string | undefined {
  return task.kind === 'kept' ? task.name : undefined;
}

function createCounts() {
  const findings = new Map<string, Finding>();
  const situations = new Map<string, number>();
  const idle = new Map<string, number>();
  let runs = 0;
  let failed = 0;
  let events = 0;
  let virtualNanos = 0n;

  function add(outcome: Outcome, scenario: () => Scenario, task: Task): void {
    runs += 1;
    events += outcome.events;
    virtualNanos += outcome.virtualNanos;
    for (const { name, count } of outcome.situations) {
      situations.set(name, (situations.get(name) ?? 0) + count);
    }
    for (const name of outcome.idle) idle.set(name, (idle.get(name) ?? 0) + 1);
    const { cause } = outcome;
    if (cause === undefined) return;
    failed += 1;
    const known = findings.get(cause);
    findings.set(
      cause,
      known === undefined
        ? { cause, runs: 1, first: outcome, scenario: scenario(), keptAs: nameOf(task) }
        : { ...known, runs: known.runs + 1 },
    );
  }

  const total = () => ({
    runs,
    failed,
    events,
    virtualNanos,
    situations,
    idle: [...idle].flatMap(([name, times]) => (times === runs ? [name] : [])),
  });
  return { findings, add, runs: () => runs, total };
}
