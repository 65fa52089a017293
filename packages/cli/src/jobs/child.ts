import { type ChildProcess, fork } from 'node:child_process';
import { createRequire } from 'node:module';
import { type Alarm, alarmAfter } from './alarm.ts';

/** A process that does what it is asked, one request after another. */
export interface Child<Request, Outcome> {
  /**
   * Makes a request; the next may be made only after the answer.
   *
   * @param patience the milliseconds after which a process without an answer or a sign of life is
   * ended, as one that will never answer; absent means to wait without end. Time in which this
   * process stood still hardly counts.
   * @throws JobLostError when the process is gone; Error when the work threw, which is a bug of
   * quorate.
   */
  ask(request: Request, patience?: number): Promise<Outcome>;
  /** Ends the process, even in the middle of its work. */
  stop(): void;
}

/**
 * Reports that a process was lost in the middle of its work: killed, out of memory, or never
 * finishing.
 */
export class JobLostError extends Error {
  override readonly name = 'JobLostError';
  readonly code = 'JobLost';

  constructor(work: string, how: string) {
    super(`${work}: the process that ran it ${how}`);
  }
}

/** What a child says: that its work goes on, the outcome of its work, or what the work threw. */
export type ChildAnswer =
  | { readonly type: 'Going' }
  | { readonly type: 'Done'; readonly outcome: unknown }
  | { readonly type: 'Threw'; readonly stack: string; readonly code: unknown };

interface Pending<Request> {
  readonly request: Request;
  /** The current work, for people. */
  readonly work: string;
  readonly resolve: (outcome: unknown) => void;
  readonly reject: (reason: Error) => void;
  /** Ends a process that takes too long; undefined if there is no limit. */
  readonly alarm: Alarm | undefined;
}

/** What is used of a process. */
export type Forked = Pick<ChildProcess, 'on' | 'send' | 'kill' | 'exitCode' | 'signalCode'>;

/** Starts a process that runs the program at a path. */
function forkProgram(path: string): Forked {
  return fork(path, {
    // Requests and outcomes contain bigints, which JSON cannot represent.
    serialization: 'advanced',
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
}

/**
 * Starts a process that runs a program which calls `answerRequests`.
 *
 * @param program one of the `imports` of this package; its build runs, never the sources.
 * @param describe says in a few words what a request asks for.
 */
export function startChild<Request extends object, Outcome>(
  program: `#${string}`,
  describe: (request: Request) => string,
  launch = forkProgram,
): Child<Request, Outcome> {
  const path = createRequire(import.meta.url).resolve(program);
  let pending: Pending<Request> | undefined;
  let isStopped = false;
  let child = start();

  function start(): Forked {
    const started = launch(path);
    started.on('message', hear);
    started.on('error', (error) => lose(`failed: ${error.message}`));
    started.on('exit', (code, signal) => {
      if (signal === 'SIGINT' && pending !== undefined && !isStopped) startAgain(pending);
      else lose(signal === null ? `exited with ${code}` : `was ended by ${signal}`);
    });
    return started;
  }

  // Ctrl-C reaches every process of a terminal. It ends a child that is still coming up and cannot
  // yet leave the decision to its parent.
  function startAgain({ request }: Pending<Request>): void {
    child = start();
    send(request);
  }

  function send(request: Request): void {
    const asked = child;
    // What is sent to a process that has ended may seem to arrive: a process that another thread is
    // starting has the ended one's end of the channel open, too, for a moment.
    if (asked.exitCode !== null || asked.signalCode !== null) {
      lose('had ended before');
      return;
    }
    // A process that cannot be reached is useless. Its exit says what became of it.
    asked.send(request, (error) => {
      if (error !== null) asked.kill();
    });
  }

  function settle(act: (pending: Pending<Request>) => void): void {
    const settled = pending;
    pending = undefined;
    settled?.alarm?.end();
    if (settled !== undefined) act(settled);
  }

  function lose(how: string): void {
    settle(({ work, reject }) => reject(new JobLostError(work, how)));
  }

  function hear(answer: ChildAnswer): void {
    if (answer.type === 'Going') {
      pending?.alarm?.renew();
      return;
    }
    settle(({ work, resolve, reject }) => {
      if (answer.type === 'Done') resolve(answer.outcome);
      else if (answer.code === 'ThreadLost') reject(new JobLostError(work, 'lost a thread'));
      else reject(new Error(`${work}: ${answer.stack}`));
    });
  }

  function stop(): void {
    isStopped = true;
    child.kill();
  }

  function giveUpAfter(patience: number): Alarm {
    return alarmAfter(patience, () => {
      lose(`gave no answer for ${patience / 1000} s`);
      stop();
    });
  }

  return {
    ask: (request, patience) =>
      new Promise((resolve, reject) => {
        const work = describe(request);
        const alarm = patience === undefined ? undefined : giveUpAfter(patience);
        const done = (outcome: unknown) => resolve(outcome as Outcome);
        pending = { request, work, resolve: done, reject, alarm };
        send(request);
      }),
    stop,
  };
}
