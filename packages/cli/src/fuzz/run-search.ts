import {
  createSearch,
  type Outcome,
  type Search,
  type SearchOptions,
  type Task,
} from '@quorate/fuzzer';
import type { FuzzJob } from './job.ts';
import type { Means } from './means.ts';
import type { Pool } from './pool.ts';

/** How many parts each job gets of a generation: small ones end together, great ones cost less. */
const PARTS = 4;

/** Hears of a generation that has ended, and what the search has come to by then. */
export type OnGeneration = (search: Search) => void;

/**
 * Runs a search over many processes, until its limits are reached or it may not go on.
 *
 * What it finds does not depend on how many processes there are, unless it is called off.
 */
export async function runSearch(
  options: SearchOptions,
  {
    pool,
    means,
    size,
  }: { readonly pool: Pool<FuzzJob>; readonly means: Means; readonly size: number },
  mayGoOn: () => boolean,
  onGeneration: OnGeneration,
): Promise<Search> {
  const search = createSearch(options);
  while (mayGoOn()) {
    const tasks = search.next();
    if (tasks.length === 0) break;
    const parts = partsOf(tasks, size * PARTS);
    const run = (job: FuzzJob, part: readonly Task[]) => job.ask('run', means, part);
    const made: readonly (readonly Outcome[])[] = await pool.all(parts, run, mayGoOn);
    search.take(made.flat());
    onGeneration(search);
  }
  return search;
}

function partsOf(tasks: readonly Task[], count: number): readonly (readonly Task[])[] {
  const size = Math.ceil(tasks.length / count);
  return Array.from({ length: Math.ceil(tasks.length / size) }, (_, part) =>
    tasks.slice(part * size, (part + 1) * size),
  );
}
