import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Node, NodeStatus } from '@quorate/actors';
import type { ValidatorState } from '@quorate/core';
import { AdminError } from '../admin/admin-error.ts';
import type { Noted } from '../admin/traces.ts';
import { ListenError } from '../http/listen.ts';
import type { HostedValidator, Rows } from '../local-network.ts';
import type { PerformanceInfo } from '../ops/activity.ts';
import { NOTHING_DONE } from '../ops/activity.ts';
import { validatorRole } from '../ports.ts';
import type { FromValidator, StartMessage, ToValidator } from './process-messages.ts';

/** What a validator in a process of its own is given. */
export interface ValidatorProcessOptions {
  readonly start: Omit<StartMessage, 'type' | 'rows'>;
  readonly onNoted: (noted: Noted) => void;
  /** Hears what went wrong there, and of an end that nobody asked for. */
  readonly onTrouble: (text: string) => void;
}

/** A validator in a process of its own. */
export interface ValidatorProcess extends HostedValidator {
  /** Where it listens, now and after every restart. */
  readonly url: string;
}

// Of the built package: a process cannot run the sources.
const ENTRY = fileURLToPath(new URL('../../dist/remote/validator-main.js', import.meta.url));

/** Milliseconds that a process has to end by itself. */
const GRACE = 5000;

/**
 * Starts a validator in a process of its own, and resolves once it answers.
 *
 * To crash it is to kill the process. What it has done is known up to the last second.
 *
 * @throws ListenError where it could not have its port
 */
export async function startValidatorProcess(
  options: ValidatorProcessOptions,
): Promise<ValidatorProcess> {
  const life = createLife(options);
  const { url } = await life.begin(undefined);
  const node: Node<ValidatorState> = {
    name: options.start.name,
    start() {
      if (life.status() === 'active' || life.status() === 'booting') return;
      life.begin(undefined).catch((failure) => options.onTrouble(String(failure)));
    },
    crash: () => life.kill(),
    status: () => life.status(),
    state: () => undefined,
  };
  return {
    node,
    url,
    performance: () => life.performance(),
    snapshot: () => life.snapshot(),
    async restore(rows) {
      life.kill();
      await life.begin(rows);
    },
    close: () => life.stop(),
  };
}

interface Listening {
  readonly port: number;
  readonly url: string;
}

interface Life {
  begin(rows: Rows | undefined): Promise<Listening>;
  kill(): void;
  stop(): Promise<void>;
  status(): NodeStatus;
  performance(): PerformanceInfo;
  snapshot(): Promise<Rows>;
}

function createLife({ start, onNoted, onTrouble }: ValidatorProcessOptions): Life {
  let status: NodeStatus = 'booting';
  let child: ChildProcess | undefined;
  /** Resolves once the process before is gone, and its port and files with it. */
  let ended: Promise<void> = Promise.resolve();
  let performance = NOTHING_DONE;
  let { port } = start;

  function hear(message: FromValidator): void {
    if (message.type === 'Noted') onNoted(message.noted);
    if (message.type === 'Performance') performance = message.performance;
    if (message.type === 'Trouble') onTrouble(message.text);
  }

  function endUnasked(code: number | null, signal: string | null): void {
    child = undefined;
    status = 'failed';
    onTrouble(`the process of ${start.name} ended: ${signal ?? `exit code ${code}`}`);
  }

  return {
    async begin(rows) {
      status = 'booting';
      await ended;
      const born = fork(ENTRY, { serialization: 'advanced', execArgv: [], stdio: [...STDIO] });
      child = born;
      ended = new Promise((resolve) => born.once('exit', () => resolve()));
      born.on('error', (failure) => onTrouble(String(failure)));
      born.on('message', (message: FromValidator) => {
        if (child === born) hear(message);
      });
      born.once('exit', (code, signal) => {
        if (child === born) endUnasked(code, signal);
      });
      send(born, { type: 'Start', ...start, port, rows });
      const listening = await firstWord(born, { ...start, port });
      if (child === born) status = 'active';
      port = listening.port;
      return listening;
    },
    kill() {
      child?.kill('SIGKILL');
      child = undefined;
      status = 'crashed';
    },
    async stop() {
      const last = child;
      child = undefined;
      status = 'crashed';
      if (last === undefined) return ended;
      send(last, { type: 'Stop' });
      const timer = setTimeout(() => last.kill('SIGKILL'), GRACE);
      await ended;
      clearTimeout(timer);
    },
    status: () => status,
    performance: () => performance,
    async snapshot() {
      const rows = status === 'active' && child !== undefined ? await rowsOf(child) : undefined;
      if (rows !== undefined) return rows;
      throw new AdminError(400, 'NODE_DOWN', `${start.name} is down: start it first`);
    },
  };
}

function send(to: ChildProcess, message: ToValidator): void {
  // Whether it is gone is for its end to tell.
  to.send(message, () => undefined);
}

let snapshots = 0;

/** Asks a process for what its store holds; undefined where it ends before it has told. */
function rowsOf(child: ChildProcess): Promise<Rows | undefined> {
  snapshots += 1;
  const id = snapshots;
  return new Promise((resolve) => {
    const end = (rows: Rows | undefined): void => {
      child.off('message', hear).off('exit', die);
      resolve(rows);
    };
    const hear = (message: FromValidator): void => {
      if (message.type === 'Rows' && message.id === id) end(message.rows);
    };
    const die = (): void => end(undefined);
    child.on('message', hear).once('exit', die);
    send(child, { type: 'Snapshot', id });
  });
}

// What it has to say comes over the channel; only what the runtime itself prints goes through.
const STDIO = ['ignore', 'ignore', 'inherit', 'ipc'] as const;

function firstWord(born: ChildProcess, { name, host, port }: PortAsked): Promise<Listening> {
  return new Promise((resolve, reject) => {
    born.on('message', (message: FromValidator) => {
      if (message.type === 'Listening') resolve(message);
      if (message.type === 'Refused') {
        reject(new ListenError({ role: validatorRole(name), host, port }, message.code));
      }
    });
    born.once('error', reject);
    born.once('exit', () => reject(new Error(`the process of ${name} ended before it listened`)));
  });
}

type PortAsked = Pick<StartMessage, 'name' | 'host' | 'port'>;
