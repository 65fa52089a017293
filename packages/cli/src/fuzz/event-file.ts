import { appendFileSync, writeFileSync } from 'node:fs';
import type { ExitCode } from '../exit-code.ts';
import { toJson } from '../judge.ts';
import { EVENT_FORMAT, startEvent } from '../report/run-events.ts';
import type { Terminal } from '../terminal.ts';
import { attemptWrite } from '../write-report.ts';

/** Writes what happens in a search for programs, as it happens. */
export interface EventFile {
  add(event: { readonly t: string; readonly [field: string]: unknown }): void;
  /** What the process ends with where the file is not whole; none where it is. */
  causes(): readonly ExitCode[];
}

/**
 * Begins a file of events, one JSON object a line, each with `v` and `t`; without a path, none.
 *
 * Shape: `start` with the versions of quorate, Node.js and OpenSSL; `fuzz.start` with the options;
 * `fuzz.progress` after each generation; for each cause `finding`; `fuzz.end`. Ends at the first that
 * cannot be written, which is said.
 */
export function openEvents(
  path: string | undefined,
  terminal: Pick<Terminal, 'complain'>,
): EventFile {
  if (path === undefined) return { add: () => undefined, causes: () => [] };
  const put = (write: typeof appendFileSync, event: object) => {
    const line = `${toJson({ v: EVENT_FORMAT, ...event })}\n`;
    return attemptWrite(`--events: ${path}`, () => write(path, line), terminal);
  };
  let causes = put(writeFileSync, startEvent());
  return {
    add: (event) => {
      if (causes.length === 0) causes = put(appendFileSync, event);
    },
    causes: () => causes,
  };
}
