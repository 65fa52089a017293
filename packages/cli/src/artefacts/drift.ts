import type { RecordedEvent } from '@quorate/simulator';
import { traceLine } from './trace-file.ts';

/** The first place where a run differs from the recorded one. A side that ended there is absent. */
export interface Drift {
  /** The number of the event that differs. */
  readonly event: number;
  /** The line of the trace file, counted from 1. */
  readonly line: number;
  readonly recorded: string | undefined;
  readonly now: string | undefined;
}

/**
 * Compares a run with a recorded one, event by event, and gives the first difference.
 *
 * A run that was stopped early (`isWhole` is false) is compared as far as it goes.
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

// The file may contain anything; here the number is only shown to people.
function eventIn(line: string | undefined): number {
  return Number(/^{"event":(\d+)/.exec(line ?? '')?.[1] ?? 0);
}
