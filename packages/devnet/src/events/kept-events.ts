import type { DevnetEvent, EventFacts, EventKind } from './event.ts';

/** Something that has happened. */
export interface Happening {
  readonly kind: EventKind;
  /** Called at most once, in the order of the events, and only if somebody reads them. */
  readonly write: () => EventFacts;
  /** How many bytes it holds until then; none by default. */
  readonly bytes?: number;
}

/** The latest events, numbered from 1 on. */
export interface KeptEvents {
  add(happening: Happening): void;
  /** The number of the last event, 0 if there was none. */
  readonly last: () => number;
  /** The number of the last event that is no longer kept. */
  readonly gone: () => number;
  /** Gives at most so many of those that follow the one of this number, which must not be gone. */
  after(number: number, most: number): readonly DevnetEvent[];
  readonly idOf: (number: number) => string;
  /** Gives the number of an id: undefined if it is none, `UNKNOWN` if it is of another devnet. */
  numberOf(id: string): number | undefined;
  /** Gives the time in the form of events. */
  readonly timeText: () => string;
}

/** How much to keep; both have a default. */
export interface KeptOptions {
  /** In nanoseconds since the Unix epoch. */
  readonly now: () => bigint;
  readonly eventsMax?: number;
  readonly bytesMax?: number;
}

/** Stands for an event of another devnet: nobody knows how many have happened since. */
export const UNKNOWN = -1;

/** The most events that are kept. */
export const EVENTS_MAX = 2000;
/** The most bytes of transactions that are kept until somebody reads of them. */
const BYTES_MAX = 8 * 1024 * 1024;
const NANOS_PER_MILLI = 1_000_000n;

const ID = /^(?<of>[0-9a-z]{1,20})-(?<number>\d{1,15})$/;

interface Kept {
  readonly number: number;
  readonly at: bigint;
  readonly kind: EventKind;
  readonly bytes: number;
  /** Undefined once it is written. */
  write: Happening['write'] | undefined;
  facts: EventFacts;
}

/** Creates the kept events of a devnet that has just started. */
export function createKeptEvents(options: KeptOptions): KeptEvents {
  const { now, eventsMax = EVENTS_MAX, bytesMax = BYTES_MAX } = options;
  // Ids of another devnet at this address, or of this one before it was started anew, are others.
  const run = now().toString(36);
  const idOf = (number: number): string => `${run}-${number}`;
  const timeText = (at: bigint): string => new Date(Number(at / NANOS_PER_MILLI)).toISOString();
  const kept: Kept[] = [];
  let bytes = 0;
  let last = 0;
  let written = 0;
  const gone = (): number => last - kept.length;

  /** In order, since what an event says of a transaction may be known from an earlier one. */
  function writeAll(): void {
    for (const each of kept.slice(Math.max(0, written - gone()))) {
      if (each.write !== undefined) each.facts = each.write();
      each.write = undefined;
    }
    written = last;
  }

  return {
    add({ kind, write, bytes: size = 0 }) {
      last += 1;
      bytes += size;
      kept.push({ number: last, at: now(), kind, bytes: size, write, facts: {} });
      while (kept.length > eventsMax || (bytes > bytesMax && kept.length > 1)) {
        bytes -= kept.shift()?.bytes ?? 0;
      }
    },
    last: () => last,
    gone,
    after(number, most) {
      writeAll();
      const from = number - gone();
      return kept.slice(from, from + most).map(({ number: own, at, kind, facts }) => {
        return { id: idOf(own), at: timeText(at), kind, ...facts };
      });
    },
    idOf,
    numberOf(id) {
      const { of, number } = ID.exec(id)?.groups ?? {};
      if (of === undefined) return undefined;
      return of === run ? Math.min(Number(number), last) : UNKNOWN;
    },
    timeText: () => timeText(now()),
  };
}
