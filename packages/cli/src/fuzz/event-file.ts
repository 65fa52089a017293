import { appendFileSync, writeFileSync } from 'node:fs';
import type { ExitCode } from '../exit-code.ts';
import type { Terminal } from '../output/terminal.ts';
import { attemptWrite } from '../output/write-report.ts';
import { eventLine, startEvent } from '../report/run-events.ts';

/** Writes the events of a search for programs, as they happen. */
export interface EventFile {
  add(event: { readonly t: string; readonly [field: string]: unknown }): void;
  /** The exit codes if the file is not whole; empty if it is. */
  causes(): readonly ExitCode[];
}

/**
 * Begins a file of events, one JSON object a line, each with `v` and `t`; without a path, it writes
 * nothing.
 *
 * Shape: `start` with the versions of quorate, Node.js and OpenSSL; `fuzz.start` with the options;
 * `fuzz.progress` after each generation; for each cause `finding`; `fuzz.end`. It stops at the
 * first event that cannot be written, and says so.
 */
export function openEvents(
  path: string | undefined,
  terminal: Pick<Terminal, 'complain'>,
): EventFile {
  if (path === undefined) return { add: () => undefined, causes: () => [] };
  const put = (write: typeof appendFileSync, event: object) =>
    attemptWrite(`--events: ${path}`, () => write(path, eventLine(event)), terminal);
  let causes = put(writeFileSync, startEvent());
  return {
    add: (event) => {
      if (causes.length === 0) causes = put(appendFileSync, event);
    },
    causes: () => causes,
  };
}
