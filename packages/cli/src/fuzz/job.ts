import type { Outcome, Shrunk, Task } from '@quorate/fuzzer';
import type { Scenario } from '@quorate/simulator';
import { seedText } from '../campaign/seed-range.ts';
import { type Child, startChild } from '../jobs/child.ts';
import { RUN_PATIENCE } from '../jobs/run-patience.ts';
import type { Catch, Hunt } from './hunt.ts';
import type { Means } from './means.ts';

/** The result of running a scenario once more. */
export interface Confirmation {
  /** Undefined if the run passed. */
  readonly cause: string | undefined;
  readonly traceHash: string;
}

/** What to shrink, and for how long. */
export interface ShrinkTask {
  readonly scenario: Scenario;
  /** The cause that has to remain. */
  readonly cause: string;
  readonly attempts: number;
  /** The limit in real time, after which nothing smaller is tried; absent means none. */
  readonly seconds?: number;
}

/** What a job can be asked, and what it answers. */
export interface FuzzWork {
  readonly run: { readonly given: readonly Task[]; readonly made: readonly Outcome[] };
  readonly confirm: { readonly given: Scenario; readonly made: Confirmation };
  readonly shrink: { readonly given: ShrinkTask; readonly made: Shrunk };
  readonly hunt: { readonly given: Hunt; readonly made: Catch };
}

/** One request to a job. */
export type FuzzRequest = {
  readonly [W in keyof FuzzWork]: {
    readonly work: W;
    readonly means: Means;
    readonly given: FuzzWork[W]['given'];
  };
}[keyof FuzzWork];

/** Does parts of a search, elsewhere, one after another. */
export interface FuzzJob {
  /**
   * Asks for one part; the next may be asked for only after the answer.
   *
   * @throws JobLostError when the process that does it is gone; Error for a bug of quorate.
   */
  ask<W extends keyof FuzzWork>(
    work: W,
    means: Means,
    given: FuzzWork[W]['given'],
  ): Promise<FuzzWork[W]['made']>;
  stop(): void;
}

/** Starts a process that does parts of searches. */
export function startFuzzProcess(): FuzzJob {
  return jobOf(startChild<FuzzRequest, unknown>('#fuzz-process', describe));
}

/** Makes a job of anything that answers requests. */
export function jobOf(child: Child<FuzzRequest, unknown>): FuzzJob {
  return {
    ask: <W extends keyof FuzzWork>(work: W, means: Means, given: FuzzWork[W]['given']) => {
      const request = { work, means, given } as FuzzRequest;
      return child.ask(request, RUN_PATIENCE) as Promise<FuzzWork[W]['made']>;
    },
    stop: child.stop,
  };
}

// Gives what runs the task again: a seed, or a file of the corpus.
function placeOf(task: Task): string {
  return task.kind === 'fresh' ? `seed ${seedText(task.seed)}` : task.name;
}

function describe(request: FuzzRequest): string {
  switch (request.work) {
    case 'run': {
      const [first, last] = [request.given.at(0), request.given.at(-1)];
      const runs = `runs ${first?.index} to ${last?.index} of the search`;
      return `${runs}, from ${first && placeOf(first)} to ${last && placeOf(last)}`;
    }
    case 'confirm':
      return `${request.given.name}, run again`;
    case 'shrink':
      return `shrinking ${request.given.scenario.name}`;
    case 'hunt':
      return `the hunt for ${request.given.mutant}`;
  }
}
