import { fork } from 'node:child_process';
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

/** Report that a process was lost in the midst of a run: killed, or out of memory. */
export class JobLostError extends Error {
  override readonly name = 'JobLostError';
  readonly code = 'JobLost';
  readonly seed: bigint;

  constructor({ loaded, seed }: SeedTask, how: string) {
    super(`${loaded.file}, seed ${seedText(seed)}: the process that ran it ${how}`);
    this.seed = seed;
  }
}

/** What a job process is asked. */
export interface JobRequest {
  readonly ask: 'run' | 'examine';
  readonly task: SeedTask;
}

/** What a job process answers: what was asked for, or what the run threw. */
export type JobAnswer =
  | { readonly type: 'Done'; readonly outcome: SeedRun | JudgedRun }
  | { readonly type: 'Threw'; readonly stack: string; readonly code: unknown };

interface Pending {
  readonly task: SeedTask;
  readonly resolve: (outcome: SeedRun | JudgedRun) => void;
  readonly reject: (reason: Error) => void;
}

/** Start a process that runs seeds. */
export function startProcess(): Job {
  const child = fork(new URL('./job-process.js', import.meta.url), {
    // Tasks and runs hold bigints, which JSON has no place for.
    serialization: 'advanced',
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  let pending: Pending | undefined;

  function settle(act: (pending: Pending) => void): void {
    const settled = pending;
    pending = undefined;
    if (settled !== undefined) act(settled);
  }

  function lose(how: string): void {
    settle(({ task, reject }) => reject(new JobLostError(task, how)));
  }

  function ask(request: JobRequest): Promise<SeedRun | JudgedRun> {
    return new Promise((resolve, reject) => {
      pending = { task: request.task, resolve, reject };
      // What cannot be reached has died or is of no more use; its exit says what became of it.
      child.send(request, (error) => {
        if (error !== null) child.kill();
      });
    });
  }

  child.on('message', (answer: JobAnswer) =>
    settle(({ task, resolve, reject }) => {
      if (answer.type === 'Done') resolve(answer.outcome);
      else if (answer.code === 'ThreadLost') reject(new JobLostError(task, 'lost a thread'));
      else reject(new Error(`${task.loaded.file}, seed ${seedText(task.seed)}: ${answer.stack}`));
    }),
  );
  child.on('error', (error) => lose(`failed: ${error.message}`));
  child.on('exit', (code, signal) =>
    lose(signal === null ? `exited with ${code}` : `was ended by ${signal}`),
  );

  return {
    run: (task) => ask({ ask: 'run', task }) as Promise<SeedRun>,
    examine: (task) => ask({ ask: 'examine', task }) as Promise<JudgedRun>,
    stop: () => child.kill(),
  };
}
