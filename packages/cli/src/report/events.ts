import type { RecordedLoss, Violation } from '@quorate/simulator';
import type { Colors } from '../output/terminal.ts';
import { foundBy, type Occurrence } from './occurrences.ts';
import { short } from './words.ts';

/** The widths of the columns of a list of events. */
interface Widths {
  readonly event: number;
  /** Undefined if times are left out. */
  readonly time: number | undefined;
  readonly route: number;
}

/** What is shown of events besides themselves. */
interface Beside {
  /** False if only their order counts. */
  readonly times?: boolean;
  /** The violations that were found in these events. */
  readonly breaches?: readonly Violation[];
}

/**
 * Shows events for people, each on a line of its own: number, time, sender and receiver, kind, and
 * answer; below it what it changed, and which invariants were found broken. A message that was lost
 * has the number of the event in which it was lost. The lines of all events are aligned.
 */
export function renderEvents(
  events: readonly Occurrence[],
  colors: Colors,
  { times = true, breaches = [] }: Beside = {},
): readonly string[] {
  const widths = {
    event: widest(events, ({ event }) => `${event}`),
    time: times ? widest(events, timeOf) : undefined,
    route: widest(events, routeOf),
  };
  return events.map((event, index) => {
    const found = foundBy(breaches, event, events[index + 1]);
    return renderEvent(event, found, { widths, colors });
  });
}

function renderEvent(
  event: Occurrence,
  found: readonly Violation[],
  { widths, colors }: { readonly widths: Widths; readonly colors: Colors },
): string {
  const { event: number, time, route } = widths;
  const head = [
    colors.dim(`${event.event}`.padStart(number)),
    ...(time === undefined ? [] : [timeOf(event).padStart(time)]),
    routeOf(event).padEnd(route),
  ].join('  ');
  const indent = ' '.repeat(number + (time === undefined ? 0 : time + 2) + route + 4);
  const below = [
    ...changesOf(event).map((change) => colors.dim(change)),
    ...found.map(({ oracle, message }) => colors.red(`violates ${oracle}: ${message}`)),
  ].map((text) => `${indent}${text}\n`);
  return `${head}  ${whatOf(event, colors)}\n${below.join('')}`;
}

/** Describes an event: its kind, the transaction, who signed it, and what was answered. */
export function whatOf(event: Occurrence, colors: Colors): string {
  const { kind, transactionId, about, signers } = event;
  const outcome = isLoss(event) ? LOST[event.lost] : event.verdict;
  return [
    colors.bold(kind),
    ...(transactionId === undefined ? [] : [short(transactionId)]),
    ...(about === undefined ? [] : [`(${about})`]),
    ...(signers === undefined ? [] : [`signed by ${signers.join(' ')}`]),
    ...(outcome === undefined ? [] : [`=> ${outcome}`]),
  ].join(' ');
}

/** Tells a lost message from an event. */
export function isLoss(occurrence: Occurrence): occurrence is RecordedLoss {
  return 'lost' in occurrence;
}

/** Gives what an event changed; a lost message changes nothing. */
export function changesOf(occurrence: Occurrence): readonly string[] {
  return isLoss(occurrence) ? [] : occurrence.changes;
}

/** What became of a message that was lost. */
export const LOST: Readonly<Record<RecordedLoss['lost'], string>> = {
  link: 'lost on the way',
  cut: 'lost: the link is cut',
  response: 'lost as an answer',
  corrupt: 'lost: damaged beyond reading',
  detached: 'lost: nobody is there to hear it',
};

/** Says from whom to whom an event goes; an event without a sender is at a node. */
export function routeOf({ from, to }: Occurrence): string {
  return from === '' ? to : `${from} → ${to}`;
}

const MICROSECOND = 1_000n;

/** Gives a time in milliseconds, exact to the microsecond. */
function timeOf({ at }: Occurrence): string {
  const micros = at / MICROSECOND;
  return `${micros / 1_000n}.${String(micros % 1_000n).padStart(3, '0')} ms`;
}

function widest(events: readonly Occurrence[], text: (event: Occurrence) => string): number {
  return events.reduce((width, event) => Math.max(width, text(event).length), 0);
}
