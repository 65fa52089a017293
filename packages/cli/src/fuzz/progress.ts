import { performance } from 'node:perf_hooks';
import type { Search } from '@quorate/fuzzer';
import { counted } from '@quorate/protocol';
import { createStandingLine } from '../output/standing-line.ts';
import type { Terminal } from '../output/terminal.ts';
import { about, runRate } from '../report/words.ts';

/** Tells people how far a search has got. */
export interface Progress {
  /** Notes that a generation has ended. */
  search(search: Search): void;
  /** Says in one line what else is going on. */
  say(line: string): void;
  /** Leaves the terminal as it was. */
  end(): void;
}

/** The time between two lines that cannot be rewritten, in milliseconds. */
const PAUSE = 5_000;

/** Reports progress: on one line of a terminal, or every few seconds in a log. */
export function createProgress(terminal: Pick<Terminal, 'complain' | 'rewrite'>): Progress {
  const start = performance.now();
  const standing = createStandingLine(terminal);
  let toldAt = Number.NEGATIVE_INFINITY;

  // A log is not flooded.
  function tell(line: () => string): void {
    const now = performance.now();
    if (now - toldAt < PAUSE) return;
    toldAt = now;
    terminal.complain(`${line()}\n`);
  }

  const show = standing?.show ?? tell;
  return {
    search: (search) => show(() => progressLine(search, (performance.now() - start) / 1000)),
    say: (line) => show(() => line),
    end: () => standing?.end(),
  };
}

/** Says in one line what a search has found after so many seconds. */
function progressLine(search: Search, seconds: number): string {
  const { runs, failed, virtualNanos, shapes, findings } = search.report();
  return [
    counted(runs, 'run'),
    runRate(runs / seconds),
    `${about(virtualNanos)} simulated`,
    counted(shapes.size(), 'shape'),
    `${failed} failed${findings.length === 0 ? '' : ` for ${counted(findings.length, 'cause')}`}`,
  ].join(', ');
}
