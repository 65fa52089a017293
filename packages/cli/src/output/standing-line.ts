import { performance } from 'node:perf_hooks';
import type { Terminal } from './terminal.ts';

/** How long a line stays at least, in milliseconds. */
const STANDS = 100;

/** A line that says how far some work has got. */
export interface StandingLine {
  /** Shows a line in place of the last, unless nobody has had time to read that. */
  show(line: (now: number) => string): void;
  /** Leaves the terminal as it was. */
  end(): void;
}

/** Creates a line on a terminal where one can be written over another; undefined elsewhere. */
export function createStandingLine({
  rewrite,
}: Pick<Terminal, 'rewrite'>): StandingLine | undefined {
  if (rewrite === undefined) return undefined;
  let shownAt = performance.now();
  return {
    show(line) {
      const now = performance.now();
      if (now - shownAt < STANDS) return;
      shownAt = now;
      rewrite(line(now));
    },
    end: () => rewrite(''),
  };
}
