import type { Outcome, Task } from '@quorate/fuzzer';
import { DEFAULT_SPACE } from '@quorate/simulator';
import { describe, expect, it } from 'vitest';
import { type FuzzRequest, jobOf } from './job.ts';
import { createPool } from './pool.ts';
import { runSearch } from './run-search.ts';

/** A run as it ends here, without having been made. */
function outcomeOf({ index }: Task, cause: string | undefined): Outcome {
  const none = { traceHash: '', events: 1, virtualNanos: 1n, situations: [], idle: [], shapes: [] };
  return { index, cause, ...none };
}

interface Given {
  readonly jobs: number;
  readonly causes: number;
  /** Why the run with this number fails. */
  readonly failing: ReadonlyMap<number, string>;
  /** Asked before each part. */
  readonly mayGoOn?: (runs: number) => boolean;
}

/** Searches through 640 runs; gives how many were made, and what was found. */
async function search({ jobs, causes, failing, mayGoOn = () => true }: Given) {
  let runs = 0;
  const ask = async (request: FuzzRequest) => {
    const tasks = request.given as readonly Task[];
    runs += tasks.length;
    return tasks.map((task) => outcomeOf(task, failing.get(task.index)));
  };
  const pool = createPool(jobs, () => jobOf({ ask, stop: () => undefined }));
  const means = { space: DEFAULT_SPACE, crypto: 'stub' } as const;
  const interrupt = new AbortController().signal;
  const { search: done } = await runSearch(
    { ...{ space: DEFAULT_SPACE, strategy: { kind: 'random' }, firstSeed: 1n }, runs: 640, causes },
    { pool, means, size: jobs, interrupt },
    () => mayGoOn(runs),
    () => undefined,
  );
  const report = done.report();
  const found = report.findings.map(({ cause, first }) => `${cause} in ${first.index}`);
  return { runs, found, counted: report.runs };
}

describe('a search over several processes', () => {
  const failing = new Map([
    [70, 'first'],
    [71, 'first'],
    [73, 'second'],
    [74, 'third'],
  ]);

  it('ends within a few runs of the last failure that it is to find', async () => {
    for (const jobs of [1, 2, 3]) {
      const { runs, ...rest } = await search({ jobs, causes: 2, failing });
      expect(rest).toEqual({ found: ['first in 70', 'second in 73'], counted: 74 });
      expect(runs).toBeLessThanOrEqual(74 + 4 * jobs);
    }
  });

  it('asks every few runs whether its time is up', async () => {
    for (const jobs of [1, 2]) {
      const mayGoOn = (runs: number) => runs < 20;
      const { runs } = await search({ jobs, causes: 5, failing, mayGoOn });
      expect(runs).toBeLessThan(20 + 4 * jobs);
    }
  });
});
