import {
  createSearch,
  type Outcome,
  type Search,
  type SearchOptions,
  type Task,
} from '@quorate/fuzzer';
import { JobLostError } from '../jobs/child.ts';
import { unlessCalledOff } from '../jobs/unless-called-off.ts';
import { unlessLost } from '../jobs/unless-lost.ts';
import type { FuzzJob } from './job.ts';
import type { Means } from './means.ts';
import type { Pool } from './pool.ts';

/** How many parts of a generation each job gets: small parts end together, large ones cost less. */
const PARTS = 4;

/** How many runs a part has at most: before each part, it is asked whether the search goes on. */
const PART_MAX = 4;

/** Called after each generation, with the search so far. */
export type OnGeneration = (search: Search) => void;

/** A search that has ended. */
export interface SearchRun {
  readonly search: Search;
  /** Set if a lost process ended the search; the runs that it was given last are then missing. */
  readonly lost: JobLostError | undefined;
}

/** Where a search runs, and by what means. */
interface Ground {
  readonly pool: Pool<FuzzJob>;
  readonly means: Means;
  /** How many jobs there are. */
  readonly size: number;
  /** Ends the search without waiting for its runs, which may never end. */
  readonly interrupt: AbortSignal;
}

/**
 * Runs a search over many processes, until its limits are reached, it may not go on, or a process
 * is lost.
 *
 * What it finds does not depend on the number of processes, unless it is called off.
 */
export async function runSearch(
  options: SearchOptions,
  { pool, means, size, interrupt }: Ground,
  mayGoOn: () => boolean,
  onGeneration: OnGeneration,
): Promise<SearchRun> {
  const search = createSearch(options);
  const causesMax = options.causes ?? Number.POSITIVE_INFINITY;
  while (mayGoOn()) {
    const tasks = search.next();
    if (tasks.length === 0) break;
    const causes = new Set(search.report().findings.map(({ cause }) => cause));
    let lost: JobLostError | undefined;
    const run = async (job: FuzzJob, part: readonly Task[]): Promise<readonly Outcome[]> => {
      const ask = () => unlessCalledOff(() => job.ask('run', means, part), job, interrupt);
      const outcomes = await unlessLost(ask);
      if (!(outcomes instanceof JobLostError)) {
        for (const { cause } of outcomes ?? []) if (cause !== undefined) causes.add(cause);
        return outcomes ?? [];
      }
      lost ??= outcomes;
      return [];
    };
    // Parts begin in their order, so all that count come before the last one that has begun; those
    // that other processes are working on count as well.
    const isOver = () => lost !== undefined || causes.size >= causesMax;
    const made = await pool.all(partsOf(tasks, size * PARTS), run, () => !isOver() && mayGoOn());
    search.take(made.flat());
    onGeneration(search);
    if (lost !== undefined) return { search, lost };
  }
  return { search, lost: undefined };
}

function partsOf(tasks: readonly Task[], count: number): readonly (readonly Task[])[] {
  const size = Math.min(PART_MAX, Math.ceil(tasks.length / count));
  return Array.from({ length: Math.ceil(tasks.length / size) }, (_, part) =>
    tasks.slice(part * size, (part + 1) * size),
  );
}
