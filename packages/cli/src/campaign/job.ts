import { startChild } from '../jobs/child.ts';
import type { JudgedRun } from '../judge.ts';
import { seedText } from './seed-range.ts';
import type { SeedRun, SeedTask } from './seed-run.ts';

/**
 * Runs seeds one after another, somewhere else; asked for nothing before it has answered.
 *
 * What is asked for is lost with a JobLostError when whoever ran it is gone, and with an Error when
 * the run threw: a bug of ours.
 */
export interface Job {
  run(task: SeedTask): Promise<SeedRun>;
  /** Runs a seed and gives the whole run. */
  examine(task: SeedTask): Promise<JudgedRun>;
  /** Ends the job, in the midst of a run too. */
  stop(): void;
}

/** What a job process is asked. */
export interface JobRequest {
  readonly ask: 'run' | 'examine';
  readonly task: SeedTask;
}

/** Start a process that runs seeds. */
export function startProcess(): Job {
  const child = startChild<JobRequest, SeedRun | JudgedRun>(
    '#job-process',
    ({ task: { loaded, seed } }) => `${loaded.file}, seed ${seedText(seed)}`,
  );
  return {
    run: (task) => child.ask({ ask: 'run', task }) as Promise<SeedRun>,
    examine: (task) => child.ask({ ask: 'examine', task }) as Promise<JudgedRun>,
    stop: child.stop,
  };
}
