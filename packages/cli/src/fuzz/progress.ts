import { performance } from 'node:perf_hooks';
import type { Search } from '@quorate/fuzzer';
import { about, count, runRate } from '../report/words.ts';
import type { Terminal } from '../terminal.ts';

/** Tells people how far a search has got. */
export interface Progress {
  /** Notes that a generation has ended. */
  search(search: Search): void;
  /** Says in one line what else is going on. */
  say(line: string): void;
  /** Leaves the terminal as it was. */
  end(): void;
}

/** How long a line that can be rewritten stays at least, in milliseconds. */
const STANDS = 100;

/** The time between two lines that cannot be rewritten, in milliseconds. */
const PAUSE = 5_000;

/**
 * Reports progress: on lines of a terminal that are overwritten, or every few seconds in a log.
 *
 * The library that overwrites lines is loaded only if there is a terminal.
 */
export async function createProgress({ complain, rewrite }: Terminal): Promise<Progress> {
  const start = performance.now();
  const update = rewrite === undefined ? undefined : (await import('log-update')).logUpdateStderr;
  const gap = update === undefined ? PAUSE : STANDS;
  let shownAt = Number.NEGATIVE_INFINITY;

  // A line that nobody has had time to read is not overwritten, and a log is not flooded.
  function show(line: () => string): void {
    const now = performance.now();
    if (now - shownAt < gap) return;
    shownAt = now;
    if (update === undefined) complain(`${line()}\n`);
    else update(line());
  }

  return {
    search: (search) => show(() => progressLine(search, (performance.now() - start) / 1000)),
    say: (line) => show(() => line),
    end: () => update?.clear(),
  };
}

/** Says in one line what a search has found after so many seconds. */
function progressLine(search: Search, seconds: number): string {
  const { runs, failed, virtualNanos, shapes, findings } = search.report();
  return [
    count(runs, 'run'),
    runRate(runs / seconds),
    `${about(virtualNanos)} simulated`,
    count(shapes.size(), 'shape'),
    `${failed} failed${findings.length === 0 ? '' : ` for ${count(findings.length, 'cause')}`}`,
  ].join(', ');
}
