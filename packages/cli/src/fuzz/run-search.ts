import {
  createSearch,
  type Outcome,
  type Search,
  type SearchOptions,
  type Task,
} from '@quorate/fuzzer';
import { JobLostError } from '../jobs/child.ts';
import { unlessCalledOff } from '../jobs/unless-called-off.ts';
import type { FuzzJob } from './job.ts';
import type { Means } from './means.ts';
import type { Pool } from './pool.ts';

/** How many parts each job gets of a generation: small ones end together, great ones cost less. */
const PARTS = 4;

/** Hears of a generation that has ended, and what the search has come to by then. */
export type OnGeneration = (search: Search) => void;

/** Hold a search that has ended. */
export interface SearchRun {
  readonly search: Search;
  /** What ended it where a process was lost: what its last generation came to is not in it. */
  readonly lost: JobLostError | undefined;
}

/** Where a search runs, and with what. */
interface Ground {
  readonly pool: Pool<FuzzJob>;
  readonly means: Means;
  /** How many jobs there are. */
  readonly size: number;
  /** Has no run waited for, which may be one without end. */
  readonly interrupt: AbortSignal;
}

/**
 * Runs a search over many processes, until its limits are reached, it may not go on, or one is lost.
 *
 * What it finds does not depend on how many processes there are, unless it is called off.
 */
export async function runSearch(
  options: SearchOptions,
  { pool, means, size, interrupt }: Ground,
  mayGoOn: () => boolean,
  onGeneration: OnGeneration,
): Promise<SearchRun> {
  const search = createSearch(options);
  while (mayGoOn()) {
    const tasks = search.next();
    if (tasks.length === 0) break;
    const parts = partsOf(tasks, size * PARTS);
    const run = (job: FuzzJob, part: readonly Task[]) =>
      unlessCalledOff(() => job.ask('run', means, part), job, interrupt);
    let made: readonly (readonly Outcome[] | undefined)[];
    try {
      made = await pool.all(parts, run, mayGoOn);
    } catch (error) {
      if (!(error instanceof JobLostError)) throw error;
      return { search, lost: error };
    }
    search.take(made.flatMap((outcomes) => outcomes ?? []));
    onGeneration(search);
  }
  return { search, lost: undefined };
}

function partsOf(tasks: readonly Task[], count: number): readonly (readonly Task[])[] {
  const size = Math.ceil(tasks.length / count);
  return Array.from({ length: Math.ceil(tasks.length / size) }, (_, part) =>
    tasks.slice(part * size, (part + 1) * size),
  );
}
