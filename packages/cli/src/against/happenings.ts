import type { Moment, RecordedMessage, RecordedRun, RecordedTransaction } from '@quorate/simulator';
import { contentText, idsIn } from './contents.ts';
import { createNumbering } from './numbering.ts';

/** Something that happened in a run, without its time. */
export interface Happening extends Moment {
  readonly what: 'sent' | 'got' | 'lost' | 'struck';
  /** The happenings that have an order among themselves, such as all that one node got. */
  readonly course: string;
  /** Equal in two runs if the same happened. */
  readonly label: string;
  /** Its place in the list of messages; absent for a fault that strikes a node. */
  readonly message?: number;
  /** The fault, such as "v1: Crash"; absent for a message. */
  readonly fault?: string;
}

/** What there is to compare of a recorded run. */
export type Happened = Pick<RecordedRun, 'events' | 'messages' | 'transactions'>;

/** The kinds of records of faults that strike a node. */
const STRIKES = /^(Crash|Restart|Amnesia|(Pause|Slow|Clock|BitRot|FullDisk)(End)?)$/;

/**
 * Lists what happened in a run, in order.
 *
 * Nodes are state machines: what they do follows from what they got, in that order. So the order
 * counts among all that one node got, among all that it sent to one other, among what was lost on
 * one way, and among the faults of one node. It does not count across these, and times never do. Nor
 * do ids that the other run does not know, because some depend on times.
 */
export function happeningsIn(run: Happened, beside: Happened): readonly Happening[] {
  const about = createLabels(run, idsIn(beside.messages));
  const all = [
    ...run.messages.flatMap((message, place) => ofMessage(message, place, about(message))),
    ...run.events.flatMap(({ event, at, from, to, kind }): readonly Happening[] => {
      if (from !== '' || !STRIKES.test(kind)) return [];
      const fault = `${to}: ${kind}`;
      return [{ what: 'struck', course: `struck ${to}`, label: kind, fault, event, at }];
    }),
  ];
  return all.sort((one, other) => one.event - other.event || RANK[one.what] - RANK[other.what]);
}

/** What one event does, in order: a node gets something, and then sends. */
const RANK: Readonly<Record<Happening['what'], number>> = { struck: 0, got: 1, sent: 2, lost: 3 };

function ofMessage(
  { from, to, sent, arrivals, lost, isAltered }: RecordedMessage,
  message: number,
  label: string,
): readonly Happening[] {
  const route = `${from} ${to}`;
  const got = `${from} ${label}${isAltered === true ? ' damaged' : ''}`;
  return [
    { what: 'sent', course: `sent ${route}`, label, message, ...sent },
    ...arrivals.map(({ event, at }): Happening => {
      return { what: 'got', course: `got ${to}`, label: got, message, event, at };
    }),
    ...(lost === undefined ? [] : [lost]).map(({ event, at }): Happening => {
      return { what: 'lost', course: `lost ${route}`, label, message, event, at };
    }),
  ];
}

/** Says what a message is about, in words that do not depend on times, as ids may. */
function createLabels({ messages, transactions }: Happened, known: ReadonlySet<string>) {
  const names = transactionNames(transactions);
  return (message: RecordedMessage): string => {
    const { kind, signers = [], content } = message;
    const name = names.get(transactionOf(message, messages) ?? '') ?? '';
    return [kind, name, ...signers, contentText(content, known)].join(' ');
  };
}

/** Gives the id of the transaction that a message, or the request that it answers, is about. */
export function transactionOf(
  { transactionId, answers }: Pick<RecordedMessage, 'transactionId' | 'answers'>,
  messages: RecordedRun['messages'],
): string | undefined {
  return transactionId ?? messages[answers ?? -1]?.transactionId;
}

/** Names transactions by what they do; of those that do the same, the first seen comes first. */
function transactionNames(
  transactions: readonly RecordedTransaction[],
): ReadonlyMap<string, string> {
  const numbered = createNumbering();
  return new Map(
    transactions.map(({ transactionId, sender, nonce, operations }) => [
      transactionId,
      numbered(`${sender} ${nonce} ${operations.join(', ')}`),
    ]),
  );
}
