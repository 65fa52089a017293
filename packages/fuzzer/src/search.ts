import type { Scenario, ScenarioSpace } from '@quorate/simulator';
import { type Coverage, createCoverage, type Specimen } from './coverage.ts';
import type { Outcome } from './outcome.ts';
import type { Strategy } from './strategy.ts';
import { scenarioOf, type Task } from './task.ts';

/** The options of a search. */
export interface SearchOptions {
  readonly space: ScenarioSpace;
  readonly strategy: Strategy;
  /** The seed of the first run; each further run takes the next seed. */
  readonly firstSeed: bigint;
  /** How many runs there are in addition to the kept scenarios; endless when absent. */
  readonly runs?: number;
  /** The scenarios of earlier searches, which are run first. */
  readonly kept?: readonly KeptScenario[];
  /** After how many causes the search ends; absent means that it never ends because of causes. */
  readonly causes?: number;
}

/** A scenario that an earlier search kept, with its name. */
export interface KeptScenario {
  readonly name: string;
  readonly scenario: Scenario;
}

/** A cause for which runs failed, and the first of these runs. */
export interface Finding {
  readonly cause: string;
  readonly runs: number;
  readonly first: Outcome;
  readonly scenario: Scenario;
  /** The name of a kept scenario; undefined when the seed gives the scenario. */
  readonly keptAs: string | undefined;
}

/** The result of a search. */
export interface SearchReport {
  readonly runs: number;
  readonly failed: number;
  readonly events: number;
  /** The virtual time of all runs together. Units: nanoseconds. */
  readonly virtualNanos: bigint;
  /** In the order of their first runs. */
  readonly findings: readonly Finding[];
  /** How often each situation occurred in all runs together. */
  readonly situations: ReadonlyMap<string, number>;
  /** The invariants that no run checked. */
  readonly idle: readonly string[];
  readonly shapes: Pick<Coverage, 'has' | 'size'>;
}

/**
 * A search, which plans its runs in generations. Its driver runs the tasks of a generation, in any
 * order and anywhere, and hands back all outcomes before it asks for the next generation.
 *
 * Outcomes count in the order of their tasks, so the result does not depend on the driver.
 */
export interface Search {
  /** Gives the tasks of the next generation; none when the search is over. */
  next(): readonly Task[];
  /** Takes the outcomes of a generation, or of those of its tasks that were run. */
  take(outcomes: readonly Outcome[]): void;
  report(): SearchReport;
  /**
   * Gives a few scenarios, at most `limit`, that together show every shape seen; roughly the
   * fewest.
   */
  distil(limit: number): readonly Specimen[];
}

/** The number of runs in a generation. Their outcomes show only when all have ended. */
const GENERATION = 64;

/** Creates a search that has run nothing yet. */
export function createSearch(options: SearchOptions): Search {
  const { space, kept = [], causes = Number.POSITIVE_INFINITY } = options;
  const coverage = createCoverage();
  const counts = createCounts();
  let tasks = new Map<number, Task>();
  let isOver = false;

  function take(outcome: Outcome, task: Task): void {
    const scenario = () => scenarioOf(task, space);
    // Scenarios derived from a failing run would mostly fail in the same way, so it is not kept.
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
      // Runs that were not made leave a gap that no later generation fills.
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

// The seed follows from the number of the run.
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
