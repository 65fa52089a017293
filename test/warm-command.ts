import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { ROOT } from './built-command.ts';

const PROGRAM = fileURLToPath(new URL('warm-command.js', import.meta.url));

/** Milliseconds in which a process ends unless something keeps it from its end. */
const LONG = 60_000;

/** What a command printed, and its exit code. */
export interface Answer {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A process that carries out command lines, one after another. */
export interface WarmCommand {
  /** Carries out a command line in the root of the repository. */
  quorate(...args: string[]): Promise<Answer>;
  /** Carries out a command line in this folder. */
  quorateIn(cwd: string, ...args: string[]): Promise<Answer>;
  /** Expects that no command has left anything behind that keeps a process from its end. */
  close(): Promise<void>;
}

/**
 * Gives the built command, loaded once for many command lines. What a test says about the process
 * of a command (signals, its terminal, files that it removes at its end) takes a process of its own.
 */
export function warmCommand(): WarmCommand {
  let started: Started | undefined;
  let last: Promise<unknown> = Promise.resolve();
  const ask = async (cwd: string, args: readonly string[]): Promise<Answer> => {
    started ??= start();
    started.process.send({ cwd, args });
    const [answer] = await once(started.process, 'message', { signal: started.end });
    return answer;
  };
  const quorateIn = (cwd: string, ...args: string[]): Promise<Answer> => {
    const answer = last.then(() => ask(cwd, args));
    last = answer.catch(() => undefined);
    return answer;
  };
  return {
    quorate: (...args) => quorateIn(ROOT, ...args),
    quorateIn,
    async close() {
      if (started === undefined) return;
      const ended = once(started.process, 'exit', { signal: AbortSignal.timeout(LONG) });
      started.process.disconnect();
      try {
        expect(await ended).toEqual([0, null]);
      } finally {
        started.process.kill('SIGKILL');
      }
    },
  };
}

interface Started {
  readonly process: ChildProcess;
  /** Is aborted when the process ends, with what it has complained of. */
  readonly end: AbortSignal;
}

function start(): Started {
  const { NO_COLOR: _, FORCE_COLOR: __, ...env } = process.env;
  const stdio = ['ignore', 'ignore', 'pipe', 'ipc'] as const;
  const child = fork(PROGRAM, { env, execArgv: [], stdio: [...stdio] });
  const complaints: Buffer[] = [];
  child.stderr?.on('data', (bytes: Buffer) => complaints.push(bytes));
  const ended = new AbortController();
  child.once('close', () => ended.abort(new Error(`it ended: ${Buffer.concat(complaints)}`)));
  return { process: child, end: ended.signal };
}
