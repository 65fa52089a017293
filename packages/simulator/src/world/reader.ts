import type { Message, Result } from '@quorate/core';
import type { NodeName, Transport } from '@quorate/transport';
import type { OperationReport } from '../run-result.ts';
import type { ReadStep } from '../scenario/step.ts';
import type { VirtualClock } from '../virtual-clock.ts';
import { type Ending, outcomeOf, UNANSWERED } from './ending.ts';
import type { Labels } from './labels.ts';
import { readerOf } from './links.ts';
import type { Parties } from './parties.ts';
import { type Question, questionOf } from './question.ts';

/** What a reader works with. */
export interface ReaderOptions {
  readonly client: string;
  readonly clock: Pick<VirtualClock, 'now' | 'setTimer'>;
  readonly start: bigint;
  readonly parties: Parties;
  readonly labels: Labels;
  readonly transport: Transport<Message>;
  /** Whom it asks: the proxy of the client. */
  readonly proxy: NodeName;
  /** How many times as long as anywhere it waits: see `paceOf`. */
  readonly pace: bigint;
}

/** The eyes of a user: what a client does not pass on, they ask the client's proxy themselves. */
export interface Reader {
  /** Asks, and calls back once that is answered, or nobody answers, or there is nothing to ask for. */
  read(reading: Reading, onEnd: (report: OperationReport) => void): void;
  /** Reports what is asked and has no answer; undefined where there is nothing. */
  open(): OperationReport | undefined;
}

/**
 * How long a reader waits before it asks again: what it said, or the answer, may be lost. It doubles
 * each time. Units: nanoseconds.
 */
const WAIT = 1_000_000_000n;

/** How often it asks: long enough for a proxy to say at its deadline that no quorum answers (rule P8). */
const ATTEMPTS = 6;

/** How long at most one reading takes over prompt links. Units: nanoseconds. */
export const READING_NANOS: bigint = WAIT * (2n ** BigInt(ATTEMPTS) - 1n);

/** What somebody wants to read. */
interface Reading {
  readonly step: ReadStep;
  /** Like no other of the run: a proxy passes over a copy of what it is busy with. */
  readonly requestId: string;
  /** What it is called where there is nothing to ask for. */
  readonly what: string;
  /** Why there is nothing to ask for; undefined where there may be something. */
  readonly missing: string | undefined;
}

/** What questions are answered with. */
const ANSWERS: ReadonlySet<Result['type']> = new Set([
  'AccountInfo',
  'TokenInfo',
  'EscrowJobs',
  'Certificates',
  'PendingTransactions',
]);

interface Told extends Pick<Question, 'words'> {
  readonly startedAt: bigint;
}

interface Open extends Question, Told {
  readonly requestId: string;
  readonly onEnd: (report: OperationReport) => void;
}

/** Creates the reader of a client; it talks over the client's own links. */
export function createReader(options: ReaderOptions): Reader {
  const { client, clock, start, parties, labels, transport, proxy, pace } = options;
  const self = readerOf(client);
  let open: Open | undefined;

  transport.attach(self, (_from, message) => {
    if (message.type !== 'Response' || message.requestId !== open?.requestId) return;
    close(open, endingOf(message.result));
  });

  function attempt(asked: Open, before: number): void {
    if (open !== asked) return;
    if (before === ATTEMPTS) {
      close(asked, UNANSWERED);
      return;
    }
    const { requestId, query } = asked;
    transport.send(self, proxy, { ...query, requestId });
    const wait = pace * (WAIT << BigInt(before));
    clock.setTimer(clock.now() + wait, () => attempt(asked, before + 1));
  }

  function close(asked: Open, ending: Ending): void {
    open = undefined;
    asked.onEnd(report(asked, ending));
  }

  function report({ words, startedAt }: Told, ending: Ending): OperationReport {
    const times = { startedAt: startedAt - start, endedAt: clock.now() - start };
    return { client, summary: words, ...ending, ...times };
  }

  return {
    read({ step, requestId, what, missing }, onEnd) {
      const startedAt = clock.now();
      const { of: name = client } = step;
      const account = { name, address: parties.signer(name).address };
      const question = missing === undefined ? questionOf(step, { labels, account }) : undefined;
      if (question === undefined) {
        const reason = missing ?? `nothing of ${name} has settled`;
        onEnd(report({ words: what, startedAt }, { outcome: 'refused', reason }));
        return;
      }
      open = { ...question, words: `reads ${question.words}`, requestId, onEnd, startedAt };
      attempt(open, 0);
    },
    open: () => (open === undefined ? undefined : report(open, UNANSWERED)),
  };
}

function endingOf(result: Result): Ending {
  return ANSWERS.has(result.type) ? { outcome: 'final' } : outcomeOf(result);
}
