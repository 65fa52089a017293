import { renameSync, writeFileSync } from 'node:fs';
import type { ReadyEvent } from './ready-event.ts';

/**
 * Writes the ready event where a program waits for it: whole or not at all, and readable by its
 * owner alone, because it holds secret keys.
 */
export function writeReadyFile(path: string, event: ReadyEvent): void {
  const unfinished = `${path}.${process.pid}`;
  writeFileSync(unfinished, `${JSON.stringify(event, undefined, 2)}\n`, { mode: 0o600 });
  renameSync(unfinished, path);
}
