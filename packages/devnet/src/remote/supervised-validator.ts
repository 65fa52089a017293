import type { NodeStatus } from '@quorate/actors';
import { AdminError } from '../admin/admin-error.ts';
import type { Noted } from '../admin/traces.ts';
import type { Standing } from '../committee/standing.ts';
import type { Rows } from '../local-network.ts';
import { NOTHING_DONE, type PerformanceInfo } from '../ops/activity.ts';
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

/** What a validator in a process of its own is given. */
export interface ValidatorProcessOptions {
  readonly start: Omit<StartMessage, 'type' | 'rows' | 'peers'>;
  /** Gives the validators that listen by now. */
  readonly peers: () => readonly Peer[];
  readonly onNoted: (noted: Noted) => void;
  /** Hears what went wrong there, of an end that nobody asked for, and what is done about it. */
  readonly onTrouble: (text: string) => void;
}

/**
 * The processes of one validator, one after the other.
 *
 * Once it has served, a process that ends unasked is followed by another, later after every short
 * life; meanwhile the validator is `failed`, and whoever starts it need not wait.
 */
export interface SupervisedValidator {
  /** Starts the first process; rejects where it does not come to listen. */
  begin(): Promise<Listening>;
  /**
   * Kills the process, and has the next one begin with these rows. Where that ends before it serves, so
   * does the one after it, whoever starts it.
   *
   * @throws AdminError `NODE_DOWN` where none comes to serve, or it was taken down meanwhile; `TIMEOUT`
   */
  restore(rows: Rows): Promise<void>;
  /** Starts a process unless there is one. */
  start(): void;
  /** Resolves once the process that was started last serves. @throws AdminError where it does not in time */
  up(): Promise<void>;
  /** Kills the process, and starts none after it. */
  kill(): void;
  /** Lets the process end by itself, and starts none after it, whoever asks. */
  stop(): Promise<unknown>;
  pid(): number | undefined;
  status(): NodeStatus;
  /** Known up to the last second. */
  performance(): PerformanceInfo;
  /** Where it stood when it last told. */
  standing(): Standing | undefined;
  /** Tells it who listens by now. */
  tellPeers(): void;
  /** Asks its process something; undefined while it is down. @throws AdminError where it failed */
  ask(question: Question): Promise<Given | undefined>;
  /** @throws AdminError while it is down, or where it failed */
  snapshot(): Promise<Rows>;
}

/** Creates the supervision of a validator that has no process; `bear` starts one. */
export function createSupervised(
  options: ValidatorProcessOptions,
  bear: typeof bearValidator = bearValidator,
): SupervisedValidator {
  const { start, peers, onTrouble } = options;
  const rise = createRise(start.name, () => status === 'active');
  const tryAgain = (): void => rise.attempt(begin);
  const restarts = createRestarts(start.name, tryAgain, onTrouble);
  let status: NodeStatus = 'booting';
  let process: BornValidator | undefined;
  /** Resolves once the process before is gone. */
  let gone: Promise<unknown> = Promise.resolve();
  /** Counts what was asked for: whatever waits is taken back by what is asked for after it. */
  let wishes = 0;
  /** Undefined while it does not serve. */
  let servesSince: number | undefined;
  const { hear, ...told } = createHearing(options);
  /** The port that its first process took. */
  let served: Listening | undefined;
  /** What it was to be put back to and is not known to hold yet. */
  let due: Rows | undefined;

  /** Takes back what was asked for before; gives the process that was there. */
  function wish(next: NodeStatus): BornValidator | undefined {
    const last = process;
    restarts.takeBack();
    status = next;
    process = undefined;
    servesSince = undefined;
    wishes += 1;
    return last;
  }

  function endUnasked(end: string): void {
    const since = servesSince ?? performance.now();
    wish('failed');
    if (served !== undefined) restarts.plan(end, performance.now() - since);
    // Of the very first process, whoever starts the devnet hears. Ctrl-C reaches both, in any order, and is no trouble.
    else if (end !== 'SIGINT') onTrouble(`the process of ${start.name} ended: ${end}`);
  }

  async function begin(): Promise<Listening> {
    wish('booting');
    const own = wishes;
    await gone;
    if (own !== wishes) throw takenDown(start.name);
    const rows = due;
    const born = bear(startMessage(options, served, rows), (message) => {
      if (process === born) hear(message);
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
      // It answers nobody before; and others may have come to listen since it was born.
      born.tell({ type: 'Peers', peers: peers() });
    }
    return served;
  }

  return {
    ...conversation(options, () => (status === 'active' ? process : undefined)),
    begin: () => rise.follow(begin()),
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

/** Lets a process end, or the one before it where there is none, and has none rise after it. */
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

/** Gives where a process listens; rejects once one is gone that never did, and its end was dealt with. */
function listeningOf({ listening }: BornValidator, gone: Promise<unknown>): Promise<Listening> {
  return listening.catch(async (failure: unknown) => {
    await gone;
    throw failure;
  });
}

/** Talks with the process that serves, if one does. */
function conversation(
  { start, peers }: ValidatorProcessOptions,
  serving: () => BornValidator | undefined,
): Pick<SupervisedValidator, 'tellPeers' | 'ask' | 'snapshot'> {
  return {
    tellPeers: () => serving()?.tell({ type: 'Peers', peers: peers() }),
    ask: (question) => serving()?.ask(question) ?? Promise.resolve(undefined),
    async snapshot() {
      const answer = await serving()?.ask({ type: 'Snapshot' });
      if (answer?.type === 'Rows') return answer.rows;
      throw new AdminError(400, 'NODE_DOWN', `${start.name} is down: start it first`);
    },
  };
}

/** Hears what the processes tell; what they have done is known up to the last second. */
function createHearing({ onNoted, onTrouble }: ValidatorProcessOptions) {
  let performed = NOTHING_DONE;
  let stood: Standing | undefined;
  return {
    hear(message: FromValidator): void {
      if (message.type === 'Noted') onNoted(message.noted);
      if (message.type === 'Performance') performed = message.performance;
      if (message.type === 'Moved') stood = message.standing;
      if (message.type === 'Trouble') onTrouble(message.text);
      if (message.type === 'Unfit') onTrouble(message.message);
      if (message.type === 'Refused') onTrouble(`it could not have its port: ${message.code}`);
    },
    performance: () => performed,
    standing: () => stood,
  };
}

/** Has a process follow one that ended unasked. */
interface Restarts {
  /** `lived` is for how many milliseconds that one had served. */
  plan(end: string, lived: number): void;
  takeBack(): void;
  /** Makes nothing of how often it has ended before. */
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
