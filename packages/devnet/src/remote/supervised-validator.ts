import type { NodeStatus } from '@quorate/actors';
import { AdminError, notUpInTime } from '../admin/admin-error.ts';
import type { Noted } from '../admin/traces.ts';
import type { Standing } from '../committee/standing.ts';
import type { Rows } from '../data/rows.ts';
import type { Acted, NumberedAilments } from '../faults/ailment.ts';
import type { Halt } from '../nodes/host-node.ts';
import { NOTHING_DONE, type PerformanceInfo } from '../ops/activity.ts';
import { inTime } from '../timing/in-time.ts';
import { createBackoff } from './backoff.ts';
import {
  type BornValidator,
  bearValidator,
  type Given,
  type Listening,
  type Question,
} from './born-validator.ts';
import type { FromValidator, Peer, StartMessage } from './process-messages.ts';
import { createRise, type Rise, riseAgain } from './rise.ts';

/** What a validator in its own process is given. */
export interface ValidatorProcessOptions {
  readonly start: Omit<StartMessage, 'type' | 'rows' | 'peers'>;
  /**
   * After how many milliseconds the first process is killed unless it listens; if absent, it may
   * take as long as it needs to read what it holds.
   */
  readonly within?: number | undefined;
  /** Gives the validators that listen by now. */
  readonly peers: () => readonly Peer[];
  /** Gives what it suffers from: each of its processes does before it answers anybody. */
  readonly ailments: () => NumberedAilments;
  readonly onActed?: (acted: Acted) => void;
  readonly onNoted: (noted: Noted) => void;
  readonly onStanding?: (standing: Standing) => void;
  /** Told when it comes to serve, and when it no longer does; `reason` as in `NodeWatch`. */
  readonly onStatus?: (status: NodeStatus, reason?: string) => void;
  /** Told of problems in the process, of its unexpected end, and of what is done about it. */
  readonly onTrouble: (text: string) => void;
}

/**
 * The successive processes of one validator.
 *
 * Once the validator has served, a process that ends unexpectedly is followed by another one, after
 * a longer wait each time a process lived only briefly. Meanwhile the validator is `failed`, and a
 * caller that starts it need not wait.
 */
export interface SupervisedValidator {
  /**
   * Starts the first process; rejects if that does not come to listen.
   *
   * @throws AdminError `TIMEOUT` if it did not in time, once it has been killed
   */
  begin(): Promise<Listening>;
  /**
   * Kills the process, and starts the next one with these rows. If that one ends before it serves,
   * the next one starts with the rows too, whoever starts it.
   *
   * @throws AdminError `NODE_DOWN` if none comes to serve or the validator was stopped meanwhile;
   * `TIMEOUT`
   */
  restore(rows: Rows): Promise<void>;
  /** Starts a process unless there is one. */
  start(): void;
  /**
   * Resolves once the latest process serves.
   *
   * @throws AdminError if it does not in time
   */
  up(): Promise<void>;
  /** Kills the process, and starts no other. */
  kill(): void;
  /** Lets the process end by itself; from then on nobody can start another. */
  stop(): Promise<unknown>;
  pid(): number | undefined;
  status(): NodeStatus;
  /** At most one second old. */
  performance(): PerformanceInfo;
  /** Its state between epochs when it last reported it. */
  standing(): Standing | undefined;
  /** Tells it which validators listen by now. */
  tellPeers(): void;
  /**
   * Asks its process something; undefined while it is down.
   *
   * @throws AdminError if it failed
   */
  ask(question: Question): Promise<Given | undefined>;
  halt(): Halt;
  /** @throws AdminError unless the process that was halted is still there, or if that failed */
  snapshot(): Promise<Rows>;
}

/** Creates the supervision of a validator without a process; `bear` starts one. */
export function createSupervised(
  options: ValidatorProcessOptions,
  bear: typeof bearValidator = bearValidator,
): SupervisedValidator {
  const { start, onTrouble } = options;
  const rise = createRise(start.name, () => status === 'active');
  const tryAgain = (): void => rise.attempt(begin);
  const restarts = createRestarts(start.name, tryAgain, onTrouble);
  let status: NodeStatus = 'booting';
  let process: BornValidator | undefined;
  /** Resolves once the previous process is gone. */
  let gone: Promise<unknown> = Promise.resolve();
  /** Counts the commands: each one cancels what still waits from earlier ones. */
  let wishes = 0;
  /** Undefined while it does not serve. */
  let servesSince: number | undefined;
  const { hear, ...told } = createHearing(options, () => due !== undefined);
  /** The port of its first process. */
  let served: Listening | undefined;
  /** The rows to which it was to be put back, until it is known to hold them. */
  let due: Rows | undefined;

  /** Cancels earlier commands; gives the process that was running. */
  function wish(next: NodeStatus, reason?: string): BornValidator | undefined {
    const last = process;
    restarts.takeBack();
    status = next;
    process = undefined;
    servesSince = undefined;
    wishes += 1;
    options.onStatus?.(next, reason);
    return last;
  }

  function endUnasked(end: string): void {
    const since = servesSince ?? performance.now();
    wish('failed', end);
    if (served !== undefined) restarts.plan(end, performance.now() - since);
    // If it never served, `begin` rejects, so its caller knows. Ctrl-C reaches both: no trouble.
    else if (end !== 'SIGINT') onTrouble(`the process of ${start.name} ended: ${end}`);
  }

  async function begin(): Promise<Listening> {
    wish('booting');
    const own = wishes;
    await gone;
    if (own !== wishes) throw takenDown(start.name);
    const rows = due;
    const born = bear(startMessage(options, served, rows), (message) => {
      hear(message, process === born);
    });
    process = born;
    gone = born.ended.then((end) => {
      if (process === born) endUnasked(end);
    });
    served = await listeningOf(born, gone).catch((failure: unknown) => {
      throw status === 'failed' ? failure : takenDown(start.name);
    });
    if (due === rows) due = undefined;
    if (process === born) {
      status = 'active';
      servesSince = performance.now();
      greet(born, options);
    }
    return served;
  }

  return {
    ...conversation(options, () => (status === 'active' ? process : undefined)),
    begin: () => rise.follow(orKilled(begin(), options, () => wish('crashed')?.kill())),
    restore(rows) {
      due = rows;
      wish('crashed')?.kill();
      return riseAgain(rise, tryAgain, () => status);
    },
    start: () => startUnlessUp(status, restarts, tryAgain),
    up: rise.up,
    kill: () => wish('crashed')?.kill(),
    stop: () => stopForGood(rise, wish('crashed'), gone),
    pid: () => process?.pid,
    status: () => status,
    ...told,
  };
}

/** Lets a process that listens serve: it answers nobody before this. */
function greet(born: BornValidator, options: ValidatorProcessOptions): void {
  const { peers, ailments, onTrouble, onStatus } = options;
  onStatus?.('active');
  const suffered = ailments();
  if (suffered.length > 0) {
    born.ask({ type: 'Suffer', ailments: suffered }).catch((failure: unknown) => {
      onTrouble(`it does not suffer from its faults: ${failure}`);
    });
  }
  // Others may have come to listen since its start.
  born.tell({ type: 'Peers', peers: peers() });
}

async function orKilled(
  begun: Promise<Listening>,
  { start, within }: ValidatorProcessOptions,
  kill: () => void,
): Promise<Listening> {
  if (within === undefined) return begun;
  const listening = await inTime(begun, performance.now() + within);
  if (listening !== undefined) return listening;
  kill();
  // It rejects once the process has ended, so that its port and files are free by then.
  await begun.catch(() => undefined);
  throw notUpInTime(start.name);
}

/** Ends the latest process, or waits for the previous one if there is none, and starts no other. */
function stopForGood(
  rise: Rise,
  last: BornValidator | undefined,
  gone: Promise<unknown>,
): Promise<unknown> {
  rise.end();
  return last?.stop() ?? gone;
}

function takenDown(name: string): Error {
  return new Error(`${name} was taken down before it was up`);
}

function startMessage(
  { start, peers }: ValidatorProcessOptions,
  served: Listening | undefined,
  rows: Rows | undefined,
): StartMessage {
  const { port } = served ?? start;
  const hadCome = start.hadCome || served !== undefined;
  return { type: 'Start', ...start, port, hadCome, rows, peers: peers() };
}

function startUnlessUp(status: NodeStatus, restarts: Restarts, start: () => void): void {
  if (status === 'active' || status === 'booting') return;
  restarts.forget();
  start();
}

/**
 * Gives where a process listens; if it never does, rejects once the process is gone and its end was
 * handled.
 */
function listeningOf({ listening }: BornValidator, gone: Promise<unknown>): Promise<Listening> {
  return listening.catch(async (failure: unknown) => {
    await gone;
    throw failure;
  });
}

/** Sends messages to the process that serves, if there is one. */
function conversation(
  { start, peers }: ValidatorProcessOptions,
  serving: () => BornValidator | undefined,
): Pick<SupervisedValidator, 'tellPeers' | 'ask' | 'halt' | 'snapshot'> {
  /** The process that was halted last. */
  let halted: BornValidator | undefined;
  const down = () => new AdminError(400, 'NODE_DOWN', `${start.name} is down: start it first`);
  return {
    tellPeers: () => serving()?.tell({ type: 'Peers', peers: peers() }),
    ask: (question) => serving()?.ask(question) ?? Promise.resolve(undefined),
    halt() {
      const born = serving();
      halted = born;
      return {
        reached: (born?.ask({ type: 'Halt' }) ?? Promise.resolve()).then((answer) => {
          if (answer?.type !== 'Halted') throw down();
        }),
        end: () => born?.tell({ type: 'GoOn' }),
      };
    },
    async snapshot() {
      const born = serving();
      // A process that has been started since has not halted.
      const answer = born === halted ? await born?.ask({ type: 'Snapshot' }) : undefined;
      if (answer?.type === 'Rows') return answer.rows;
      throw down();
    },
  };
}

/**
 * Handles the messages of the processes; what they have done is known up to the last second.
 * `isUndone` tells whether the latest one may not hold any more what was heard.
 */
function createHearing(
  { onActed, onNoted, onStanding, onTrouble }: ValidatorProcessOptions,
  isUndone: () => boolean,
) {
  let performed = NOTHING_DONE;
  let stood: Standing | undefined;
  return {
    hear(message: FromValidator, isLatest: boolean): void {
      // What was done was done, although its process may have been taken down since.
      if (!isLatest && message.type !== 'Acted') return;
      switch (message.type) {
        case 'Acted':
          onActed?.(message.acted);
          break;
        case 'Noted':
          onNoted(message.noted);
          break;
        case 'Performance':
          performed = message.performance;
          break;
        case 'Moved':
          stood = message.standing;
          onStanding?.(stood);
          break;
        case 'Trouble':
          onTrouble(message.text);
          break;
        case 'Unfit':
          onTrouble(message.message);
          break;
        case 'Refused':
          onTrouble(`it could not have its port: ${message.code}`);
          break;
        default:
        // Answers are for whoever has asked.
      }
    },
    performance: () => performed,
    standing: () => (isUndone() ? undefined : stood),
  };
}

/** Starts another process after one that ended unexpectedly. */
interface Restarts {
  /** `lived` is for how many milliseconds that one had served. */
  plan(end: string, lived: number): void;
  takeBack(): void;
  /** Forgets how often it has ended before. */
  forget(): void;
}

function createRestarts(name: string, again: () => void, tell: (text: string) => void): Restarts {
  const backoff = createBackoff();
  let timer: NodeJS.Timeout | undefined;
  return {
    plan(end, lived) {
      const wait = backoff.next(lived);
      tell(`the process of ${name} ended: ${end}; it is started again in ${wait} ms`);
      timer = setTimeout(again, wait);
    },
    takeBack: () => clearTimeout(timer),
    forget: () => backoff.forget(),
  };
}
