import type { Message, Result } from '@quorate/core';
import type { NodeName, Transport } from '@quorate/transport';
import type { OperationReport } from '../../run-result.ts';
import type { ReadStep } from '../../scenario/steps/step.ts';
import type { VirtualClock } from '../../virtual-clock.ts';
import { readerOf } from '../links.ts';
import type { Parties } from '../parties.ts';
import { type Ending, endingOf, UNANSWERED } from '../verdict/ending.ts';
import type { Labels } from './labels.ts';
import { type Question, questionOf } from './question.ts';

/** The options of a reader. */
export interface ReaderOptions {
  readonly client: string;
  readonly clock: Pick<VirtualClock, 'now' | 'setTimer'>;
  readonly start: bigint;
  readonly parties: Parties;
  readonly labels: Labels;
  readonly transport: Transport<Message>;
  /** The proxy of the client, which it asks. */
  readonly proxy: NodeName;
  /** The factor by which it waits longer: see `paceOf`. */
  readonly pace: bigint;
}

/** Reads for a user: clients do not forward reads, so it asks the client's proxy itself. */
export interface Reader {
  /**
   * Asks, and calls back when there is an answer, when nobody answers, or when there is nothing to
   * ask for.
   */
  read(reading: Reading, onEnd: (report: OperationReport) => void): void;
  /** Reports the question without an answer; undefined when there is none. */
  open(): OperationReport | undefined;
}

/**
 * The first wait before a reader asks again, because its question or the answer may be lost. It
 * doubles each time. Units: nanoseconds.
 */
const WAIT = 1_000_000_000n;

/**
 * How often it asks: long enough for a proxy to report at its deadline that no quorum answers (rule
 * P8).
 */
const ATTEMPTS = 6;

/** The longest time of one reading over prompt links. Units: nanoseconds. */
export const READING_NANOS: bigint = WAIT * (2n ** BigInt(ATTEMPTS) - 1n);

/** Something to be read. */
interface Reading {
  readonly step: ReadStep;
  /** Unique in the run, because a proxy ignores a duplicate of a request under way. */
  readonly requestId: string;
  /** The description used when there is nothing to ask for. */
  readonly what: string;
  /** Why there is nothing to ask for; undefined when there may be something. */
  readonly missing: string | undefined;
}

/** The types of answers to questions. */
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

/** Creates the reader of a client; it uses the client's own links. */
export function createReader(options: ReaderOptions): Reader {
  const { client, clock, start, parties, labels, transport, proxy, pace } = options;
  const self = readerOf(client);
  let open: Open | undefined;

  transport.attach(self, (_from, message) => {
    if (message.type !== 'Response' || message.requestId !== open?.requestId) return;
    const { result } = message;
    const isTold = ANSWERS.has(result.type);
    close(open, isTold ? { outcome: 'final' } : endingOf(result, parties.nameOf));
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
