import { readFileSync } from 'node:fs';
import { loadScenario, type RecordedRun, recordRun, type Scenario } from '@quorate/simulator';
import type { PageSource } from '../src/report/page/page-data.ts';
import { judge } from '../src/runs/judge.ts';

/** Records a run, and gives what its page is made from. */
export function pageSource(scenario: Scenario): PageSource & { readonly recorded: RecordedRun } {
  const recorded = recordRun(scenario, { crypto: 'stub' });
  const run = judge('scenario.yaml', recorded.result, undefined);
  return { scenario, run, recorded, options: '' };
}

/** Loads a scenario that is shipped, by its path below `scenarios`. */
export function shippedScenario(path: string): Scenario {
  const file = new URL(`../../../scenarios/${path}`, import.meta.url);
  return loadScenario(readFileSync(file, 'utf8'), path);
}
