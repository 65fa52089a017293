import { appendFileSync, writeFileSync } from 'node:fs';
import { toJson } from '../judge.ts';
import { EVENT_FORMAT, startEvent } from '../report/run-events.ts';

/** Writes what happens in a search for programs, as it happens. */
export interface EventFile {
  add(event: { readonly t: string; readonly [field: string]: unknown }): void;
}

/**
 * Begins a file of events, one JSON object a line, each with `v` and `t`; without a path, none.
 *
 * Shape: `start` with the versions of quorate, Node.js and OpenSSL; `fuzz.start` with the options;
 * `fuzz.progress` after each generation; for each cause `finding`; `fuzz.end`.
 */
export function openEvents(path: string | undefined): EventFile {
  if (path === undefined) return { add: () => undefined };
  const write = (event: object) => `${toJson({ v: EVENT_FORMAT, ...event })}\n`;
  writeFileSync(path, write(startEvent()));
  return { add: (event) => appendFileSync(path, write(event)) };
}
