import type { RunScenarioOptions } from '@quorate/simulator';
import { type Outcome, runTask } from './outcome.ts';
import { createSearch, type SearchOptions, type SearchReport } from './search.ts';

/** The options of a search in one thread. */
export interface AloneOptions extends SearchOptions {
  /** How scenarios are run: for example with which crypto mode and with which faulty rules. */
  readonly means: RunScenarioOptions;
  /** Asked before each run; the search stops when it returns false. */
  readonly mayGoOn?: () => boolean;
}

/**
 * Runs a search in this thread, one run after another. The result is the same as with many
 * processes.
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
