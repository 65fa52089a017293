import { type ChildProcess, fork } from 'node:child_process';
import { createRequire } from 'node:module';
import { AdminError } from '../admin/admin-error.ts';
import { ListenError } from '../http/listen.ts';
import { DevnetError } from '../options.ts';
import { validatorRole } from '../ports.ts';
import type { Answer, FromValidator, StartMessage, ToValidator } from './process-messages.ts';

/** One process of a validator, from its birth to its end. */
export interface BornValidator {
  readonly pid: number | undefined;
  /**
   * Resolves once it listens; rejects where it never does, with a ListenError, a DevnetError that says
   * what is wrong with its data or its disk, or what the system says.
   */
  readonly listening: Promise<Listening>;
  /** Resolves once it is gone, and its port and files with it: the signal or code that ended it. */
  readonly ended: Promise<string>;
  kill(): void;
  /** Lets it finish what it is at, and kills it where that takes too long. */
  stop(): Promise<void>;
  /**
   * Asks it something; undefined where it ends before it has answered.
   *
   * @throws DevnetError, or AdminError `UNABLE`, where it tried and failed
   */
  ask(question: Question): Promise<Given | undefined>;
  tell(message: ToValidator): void;
}

/** A question to the process of a validator, without the number that ties the answer to it. */
export type Question = Asked<Extract<ToValidator, { readonly id: number }>>;
type Asked<M> = M extends unknown ? Omit<M, 'id'> : never;

/** What somebody is given who asks. */
export type Given = Exclude<Answer, { readonly type: 'Unable' }>;

/** Where a validator listens. */
export interface Listening {
  readonly port: number;
  readonly url: string;
}

/** Milliseconds that a process has to end by itself. */
const GRACE = 5000;

// What it has to say comes over the channel; only what the runtime itself prints goes through.
const STDIO = ['ignore', 'ignore', 'inherit', 'ipc'] as const;

/** Starts the process of a validator; `hear` hears what it tells. */
export function bearValidator(
  start: StartMessage,
  hear: (message: FromValidator) => void,
): BornValidator {
  // Of the built package: a process cannot run the sources.
  const entry = createRequire(import.meta.url).resolve('#validator-main');
  const child = fork(entry, { serialization: 'advanced', execArgv: [], stdio: [...STDIO] });
  // Whoever waits for an answer listens, and that may be many.
  child.setMaxListeners(0);
  const ended = new Promise<string>((resolve) => {
    child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`));
    // One that could not be born has no exit.
    child.on('error', (failure) => {
      if (child.pid === undefined) resolve(String(failure));
    });
  });
  child.on('message', hear);
  const listening = firstWord(child, start);
  send(child, start);
  return {
    pid: child.pid,
    listening,
    ended,
    kill: () => void child.kill('SIGKILL'),
    async stop() {
      send(child, { type: 'Stop' });
      const timer = setTimeout(() => child.kill('SIGKILL'), GRACE);
      await ended;
      clearTimeout(timer);
    },
    ask: (question) => ask(child, question),
    tell: (message) => send(child, message),
  };
}

function firstWord(
  child: ChildProcess,
  { name, host, port, dataDir }: StartMessage,
): Promise<Listening> {
  return new Promise((resolve, reject) => {
    let reason = 'it gave no reason';
    child.on('message', (message: FromValidator) => {
      if (message.type === 'Trouble') reason = message.text.split('\n')[0] ?? reason;
      if (message.type === 'Listening') resolve(message);
      if (message.type === 'Unfit') {
        reject(new DevnetError(message.code, `${name}: ${message.message}`));
      }
      if (message.type === 'Refused') {
        reject(new ListenError({ role: validatorRole(name), host, port }, message.code));
      }
    });
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      const unreadable = `${name} cannot come up from what ${dataDir} holds: ${reason}`;
      const end = signal === null ? 'stopped' : `ended by ${signal}`;
      // It ends well only where it was told to.
      reject(
        signal === null && code !== 0
          ? new DevnetError('UnreadableData', unreadable)
          : new DevnetError('ProcessLost', `the process of ${name} was ${end} before it served`),
      );
    });
  });
}

function send(to: ChildProcess, message: ToValidator): void {
  // Whether it is gone is for its end to tell.
  to.send(message, () => undefined);
}

let asked = 0;

function ask(child: ChildProcess, question: Question): Promise<Given | undefined> {
  asked += 1;
  const id = asked;
  return new Promise((resolve, reject) => {
    const end = (answer: Answer | undefined): void => {
      child.off('message', hear).off('exit', die);
      if (answer?.type === 'Unable') reject(unableError(answer));
      else resolve(answer);
    };
    const hear = (message: FromValidator): void => {
      if ('id' in message && message.id === id) end(message);
    };
    const die = (): void => end(undefined);
    child.on('message', hear).once('exit', die);
    send(child, { ...question, id });
  });
}

function unableError({ code, message }: Extract<Answer, { readonly type: 'Unable' }>): Error {
  return code === undefined
    ? new AdminError(400, 'UNABLE', message)
    : new DevnetError(code, message);
}
