import type { RecordedEvent } from '@quorate/simulator';
import { traceLine } from './trace-file.ts';

/** Hold the first place where a run is not the recorded one; an absent side has ended there. */
export interface Drift {
  /** The number of the event that differs. */
  readonly event: number;
  /** Counts the lines of the trace file, from 1. */
  readonly line: number;
  readonly recorded: string | undefined;
  readonly now: string | undefined;
}

/**
 * Compare a run with a recorded one, event by event, and give the first difference.
 *
 * A run that was stopped (`isWhole` is false) is compared as far as it goes.
 */
export function findDrift(
  recorded: readonly string[],
  events: readonly RecordedEvent[],
  isWhole: boolean,
): Drift | undefined {
  const lines = events.map(traceLine);
  const end = isWhole ? Math.max(recorded.length, lines.length) : lines.length;
  for (let index = 0; index < end; index += 1) {
    const then = recorded[index];
    const now = lines[index];
    if (then === now) continue;
    // The header is the first line.
    return { event: events[index]?.event ?? eventIn(then), line: index + 2, recorded: then, now };
  }
  return undefined;
}

// What stands in the file may be anything; a number is only for people here.
function eventIn(line: string | undefined): number {
  return Number(/^{"event":(\d+)/.exec(line ?? '')?.[1] ?? 0);
}
