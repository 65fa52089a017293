import { type ChildProcess, fork } from 'node:child_process';
import { createRequire } from 'node:module';
import { AdminError } from '../admin/admin-error.ts';
import { ListenError } from '../http/listen.ts';
import { DevnetError } from '../options.ts';
import { validatorRole } from '../ports.ts';
import type { Answer, FromValidator, StartMessage, ToValidator } from './process-messages.ts';

/** One process of a validator, from start to end. */
export interface BornValidator {
  readonly pid: number | undefined;
  /**
   * Resolves once it listens. If it never does, it rejects with a ListenError, or with a DevnetError
   * that says what is wrong with its data, its disk or the system.
   */
  readonly listening: Promise<Listening>;
  /**
   * Resolves once the process has ended and its port and files are released: with the signal or
   * code that ended it.
   */
  readonly ended: Promise<string>;
  kill(): void;
  /** Lets it finish its work, and kills it if that takes too long. */
  stop(): Promise<void>;
  /**
   * Sends it a question; undefined if it ends before it has answered.
   *
   * @throws DevnetError, or AdminError `UNABLE`, if it tried and failed
   */
  ask(question: Question): Promise<Given | undefined>;
  tell(message: ToValidator): void;
}

/** A question to the process of a validator, without the number that connects the answer to it. */
export type Question = Asked<Extract<ToValidator, { readonly id: number }>>;
type Asked<M> = M extends unknown ? Omit<M, 'id'> : never;

/** A successful answer. */
export type Given = Exclude<Answer, { readonly type: 'Unable' }>;

/** The port and the URL at which a validator listens. */
export interface Listening {
  readonly port: number;
  readonly url: string;
}

/** How many milliseconds a process has to end by itself. */
const GRACE = 5000;

// Its messages come over the channel; only output of the runtime itself is passed through.
const STDIO = ['ignore', 'ignore', 'inherit', 'ipc'] as const;

/** Starts the process of a validator; `hear` gets its messages. */
export function bearValidator(
  start: StartMessage,
  hear: (message: FromValidator) => void,
  forkFrom: typeof fork = fork,
): BornValidator {
  // The entry of the built package: a process cannot run the sources.
  const entry = createRequire(import.meta.url).resolve('#validator-main');
  const child = forkFrom(entry, { serialization: 'advanced', execArgv: [], stdio: [...STDIO] });
  // Every open question has a listener, and there may be many.
  child.setMaxListeners(0);
  const ended = new Promise<string>((resolve) => {
    child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`));
    // A process that could not be started has no exit.
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
    child.once('error', ({ message }) => {
      reject(new DevnetError('ProcessLost', `the process of ${name} could not start: ${message}`));
    });
    child.once('exit', (code, signal) => {
      const unreadable = `${name} cannot come up from what ${dataDir} holds: ${reason}`;
      const end = signal === null ? 'stopped' : `ended by ${signal}`;
      // An end counts as orderly only if it was requested.
      reject(
        signal === null && code !== 0
          ? new DevnetError('UnreadableData', unreadable)
          : new DevnetError('ProcessLost', `the process of ${name} was ${end} before it served`),
      );
    });
  });
}

function send(to: ChildProcess, message: ToValidator): void {
  // If the process is gone, its `ended` promise tells. One that could not be started because too
  // many files are open has no channel at all.
  if (to.connected) to.send(message, () => undefined);
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
