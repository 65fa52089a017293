import { type ChildProcess, fork } from 'node:child_process';
import { createRequire } from 'node:module';

/** A process that does what it is asked, one thing after another. */
export interface Child<Request, Outcome> {
  /**
   * Asks for something; nothing else may be asked before it is answered.
   *
   * @param patience after how many milliseconds a process that has not answered is ended, as one that
   * will not; it is waited for without end where absent. Hardly any count in which this process stood still.
   * @throws JobLostError when the process is gone; Error when what was asked for threw: a bug of ours.
   */
  ask(request: Request, patience?: number): Promise<Outcome>;
  /** Ends the process, in the midst of its work too. */
  stop(): void;
}

/** Report that a process was lost in the midst of its work: killed, out of memory, or at it without end. */
export class JobLostError extends Error {
  override readonly name = 'JobLostError';
  readonly code = 'JobLost';

  constructor(work: string, how: string) {
    super(`${work}: the process that ran it ${how}`);
  }
}

/** What a child answers: what was asked for, or what it threw. */
export type ChildAnswer =
  | { readonly type: 'Done'; readonly outcome: unknown }
  | { readonly type: 'Threw'; readonly stack: string; readonly code: unknown };

interface Pending<Request> {
  readonly request: Request;
  /** What is under way, for people. */
  readonly work: string;
  readonly resolve: (outcome: unknown) => void;
  readonly reject: (reason: Error) => void;
  /** Ends the process that takes too long; undefined where none does. */
  readonly alarm: NodeJS.Timeout | undefined;
}

/** In how many equal parts patience goes by: time in which all stood still, paused or asleep, takes one at most. */
const PATIENCE_PARTS = 10;

/**
 * Start a process that runs a program which calls `answerRequests`.
 *
 * @param program one of the `imports` of this package; what is built of it runs, never the sources.
 * @param describe says in a few words what a request asks for.
 */
export function startChild<Request extends object, Outcome>(
  program: `#${string}`,
  describe: (request: Request) => string,
): Child<Request, Outcome> {
  const path = createRequire(import.meta.url).resolve(program);
  let pending: Pending<Request> | undefined;
  let isStopped = false;
  let child = start();

  function start(): ChildProcess {
    const started = fork(path, {
      // Requests and outcomes hold bigints, which JSON has no place for.
      serialization: 'advanced',
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    started.on('message', hear);
    started.on('error', (error) => lose(`failed: ${error.message}`));
    started.on('exit', (code, signal) => {
      if (signal === 'SIGINT' && pending !== undefined && !isStopped) startAgain(pending);
      else lose(signal === null ? `exited with ${code}` : `was ended by ${signal}`);
    });
    return started;
  }

  // Ctrl-C reaches every process of a terminal, and ends one that is only coming up: it cannot say yet that it
  // leaves that to whoever started it.
  function startAgain({ request }: Pending<Request>): void {
    child = start();
    send(request);
  }

  function send(request: Request): void {
    // What cannot be reached is of no more use; its exit says what became of it, unless it has said so to nobody.
    const asked = child;
    asked.send(request, (error) => {
      if (error === null) return;
      if (asked.exitCode === null && asked.signalCode === null) asked.kill();
      else lose('had ended before');
    });
  }

  function settle(act: (pending: Pending<Request>) => void): void {
    const settled = pending;
    pending = undefined;
    clearInterval(settled?.alarm);
    if (settled !== undefined) act(settled);
  }

  function lose(how: string): void {
    settle(({ work, reject }) => reject(new JobLostError(work, how)));
  }

  function hear(answer: ChildAnswer): void {
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

  function alarmAfter(patience: number): NodeJS.Timeout {
    let left = PATIENCE_PARTS;
    return setInterval(() => {
      left -= 1;
      if (left > 0) return;
      lose(`gave no answer for ${patience / 1000} s`);
      stop();
    }, patience / PATIENCE_PARTS);
  }

  return {
    ask: (request, patience) =>
      new Promise((resolve, reject) => {
        const work = describe(request);
        const alarm = patience === undefined ? undefined : alarmAfter(patience);
        const done = (outcome: unknown) => resolve(outcome as Outcome);
        pending = { request, work, resolve: done, reject, alarm };
        send(request);
      }),
    stop,
  };
}
