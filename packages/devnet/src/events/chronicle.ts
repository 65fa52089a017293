import { setImmediate } from 'node:timers/promises';
import { invalidRequest } from '../admin/admin-error.ts';
import { inTime } from '../timing/in-time.ts';
import { type DevnetEvent, type EventFilter, isWanted } from './event.ts';
import {
  createKeptEvents,
  type Happening,
  type KeptEvents,
  type KeptOptions,
  UNKNOWN,
} from './kept-events.ts';

/** Where a reader begins, and which events it wants. */
export interface EventReading extends EventFilter {
  /** The id of the last event that the reader knows; it begins with what comes if absent. */
  readonly after?: string | undefined;
  /** How many of the latest events it is told first, if it knows none; 0 by default. */
  readonly last?: number | undefined;
}

/** What a chronicle is asked for. */
export interface Reading extends EventReading {
  /** Ends the reading. */
  readonly until?: AbortSignal | undefined;
  /** After how many milliseconds without an event it is told so; never by default. */
  readonly beat?: number;
}

/** What a reader is told: an event, or that there is none so far. */
export interface Told {
  /** The id from which the reader can go on later. */
  readonly id: string;
  /** Absent if there was none for some time. */
  readonly event?: DevnetEvent;
}

/** Keeps the latest events of a devnet, for readers who come later or fall behind. */
export interface Chronicle {
  tell(happening: Happening): void;
  /**
   * Gives the events in order, until the chronicle is closed or the reader ends it. A reader that
   * falls behind holds nobody up, and costs no memory: it is told how many events it has missed.
   *
   * @throws AdminError for an id that is none
   */
  read(reading: Reading): AsyncGenerator<Told, void>;
  /** Ends all readings, once they have been told everything. */
  close(): void;
}

/** How many events a reader is told before it looks again at what is kept. */
const BATCH = 64;
/** Timers take no longer times than this, in milliseconds: 24 days. */
const FOREVER = 2 ** 31 - 1;

/** Creates an empty chronicle. */
export function createChronicle(options: KeptOptions): Chronicle {
  const kept = createKeptEvents(options);
  const alarm = createAlarm();
  let isClosed = false;

  async function* tellFrom(begin: number, reading: Reading): AsyncGenerator<Told, void> {
    const { until, beat = FOREVER } = reading;
    let known = begin;
    while (until?.aborted !== true) {
      const [told, next] = page(kept, known, reading);
      // If there is nothing, no turn may pass here: what is told in it would ring for nobody.
      for (const each of told) yield each;
      const isAll = next === known;
      known = next;
      if (!isAll) continue;
      if (isClosed) return;
      if (!(await alarm.rings(until, beat))) yield { id: kept.idOf(known) };
    }
  }

  return {
    tell(happening) {
      if (isClosed) return;
      kept.add(happening);
      alarm.ring();
    },
    read: (reading) => tellFrom(beginOf(kept, reading), reading),
    close() {
      isClosed = true;
      alarm.ring();
    },
  };
}

function beginOf(kept: KeptEvents, { after, last = 0 }: EventReading): number {
  if (after === undefined) return Math.max(kept.gone(), kept.last() - last);
  const number = kept.numberOf(after);
  if (number === undefined) throw invalidRequest('last-event-id: expected the id of an event');
  return number;
}

/** Gives what a reader that knows the event of this number is told next, and what it knows then. */
function page(
  kept: KeptEvents,
  known: number,
  filter: EventFilter,
): readonly [readonly Told[], number] {
  const gone = kept.gone();
  if (known < gone || known === UNKNOWN) {
    const missed = known === UNKNOWN ? null : gone - known;
    const id = kept.idOf(gone);
    return [[{ id, event: { id, at: kept.timeText(), kind: 'missed', missed } }], gone];
  }
  const events = kept.after(known, BATCH);
  const told = events.filter((event) => isWanted(event, filter));
  return [told.map((event) => ({ id: event.id, event })), known + events.length];
}

/** Wakes those who wait for it. */
interface Alarm {
  ring(): void;
  /** Resolves once it rings or the signal does; false if neither does in this time. */
  rings(until: AbortSignal | undefined, milliseconds: number): Promise<boolean>;
}

function createAlarm(): Alarm {
  const sleepers = new Set<() => void>();
  return {
    ring() {
      for (const wake of sleepers) wake();
      sleepers.clear();
    },
    async rings(until, milliseconds) {
      let wake = (): void => undefined;
      const rung = new Promise<true>((resolve) => {
        wake = () => resolve(true);
      });
      sleepers.add(wake);
      until?.addEventListener('abort', wake);
      try {
        const isRung = await inTime(rung, performance.now() + milliseconds);
        // What happens in one turn of the host is told together.
        if (isRung === true) await setImmediate();
        return isRung === true;
      } finally {
        sleepers.delete(wake);
        until?.removeEventListener('abort', wake);
      }
    },
  };
}

/** Gives the events alone. @throws AdminError for an id that is none */
export function eventsOf(
  chronicle: Pick<Chronicle, 'read'>,
  reading: EventReading = {},
): AsyncIterableIterator<DevnetEvent> {
  const told = chronicle.read(reading);
  return (async function* () {
    for await (const { event } of told) if (event !== undefined) yield event;
  })();
}
