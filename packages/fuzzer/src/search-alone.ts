import type { RunScenarioOptions } from '@quorate/simulator';
import { type Outcome, runTask } from './outcome.ts';
import { createSearch, type SearchOptions, type SearchReport } from './search.ts';

/** Say when a search in one thread is called off, beside its own limits. */
export interface AloneOptions extends SearchOptions {
  /** How runs are run: with what crypto, with what wrong rules. */
  readonly means: RunScenarioOptions;
  /** Asked before each run; the search goes on until it says no. */
  readonly mayGoOn?: () => boolean;
}

/**
 * Run a search in this thread, run by run; it comes to what it would come to in many processes.
 */
export function searchAlone({ means, mayGoOn, ...options }: AloneOptions): SearchReport {
  const search = createSearch(options);
  for (let tasks = search.next(); tasks.length > 0; tasks = search.next()) {
    const outcomes: Outcome[] = [];
    for (const task of tasks) {
      if (mayGoOn?.() === false) break;
      const outcome = runTask(task, options.space, means);
      outcomes.push(outcome);
      if (outcome.cause !== undefined && options.causes === 1) break;
    }
    search.take(outcomes);
  }
  return search.report();
}
