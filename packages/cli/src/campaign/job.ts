import { startChild } from '../jobs/child.ts';
import { RUN_PATIENCE } from '../jobs/run-patience.ts';
import type { JudgedRun } from '../runs/judge.ts';
import { seedText } from './seed-range.ts';
import type { SeedRun, SeedTask } from './seed-run.ts';

/**
 * Runs seeds one after another, elsewhere; the next may be requested only after the answer.
 *
 * A request is rejected with a JobLostError if the process that ran the seed is gone, and with an
 * Error if the run threw, which is a bug of quorate.
 */
export interface Job {
  run(task: SeedTask): Promise<SeedRun>;
  /** Runs a seed and gives the whole run. */
  examine(task: SeedTask): Promise<JudgedRun>;
  /** Ends the job, even in the middle of a run. */
  stop(): void;
}

/** A request to a job process. */
export interface JobRequest {
  readonly ask: 'run' | 'examine';
  readonly task: SeedTask;
}

/** Starts a process that runs seeds. */
export function startProcess(): Job {
  const child = startChild<JobRequest, SeedRun | JudgedRun>(
    '#job-process',
    ({ task: { loaded, seed } }) => `${loaded.file}, seed ${seedText(seed)}`,
  );
  return {
    run: (task) => child.ask({ ask: 'run', task }, RUN_PATIENCE) as Promise<SeedRun>,
    examine: (task) => child.ask({ ask: 'examine', task }, RUN_PATIENCE) as Promise<JudgedRun>,
    stop: child.stop,
  };
}
