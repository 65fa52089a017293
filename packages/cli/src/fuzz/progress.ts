import { performance } from 'node:perf_hooks';
import type { Search } from '@quorate/fuzzer';
import { about, count, runRate } from '../report/words.ts';
import type { Terminal } from '../terminal.ts';

/** Tells people how far a search is, as it goes on. */
export interface Progress {
  /** A generation has ended. */
  search(search: Search): void;
  /** Something else goes on: one line says what. */
  say(line: string): void;
  /** Leaves the terminal as it was. */
  end(): void;
}

/** How long a line stands at least where it can be rewritten, in milliseconds. */
const STANDS = 100;

/** How long it takes until the next line where none can be, in milliseconds. */
const PAUSE = 5_000;

/**
 * Tells of progress: on lines of a terminal that are written over, or every few seconds in a log.
 *
 * The library that writes over lines is loaded only where there is a terminal.
 */
export async function createProgress({ complain, rewrite }: Terminal): Promise<Progress> {
  const start = performance.now();
  const update = rewrite === undefined ? undefined : (await import('log-update')).logUpdateStderr;
  const gap = update === undefined ? PAUSE : STANDS;
  let shownAt = Number.NEGATIVE_INFINITY;

  // A line that nobody has had time to read is not written over, and a log is not flooded.
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

/** Says in one line what a search has come to after so many seconds. */
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
