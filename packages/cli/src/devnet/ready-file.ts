import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { ReadyEvent } from './ready-event.ts';

/** Name where commands look for the devnet that runs in this folder. */
export const readyFilePath = '.quorate/devnet.json';

/** Take the ready file away: what it names has stopped. */
export function removeReadyFile(path: string): void {
  rmSync(path, { force: true });
}

/**
 * Write the ready event where a program waits for it: whole or not at all, and readable by its
 * owner alone, because it holds secret keys.
 */
export function writeReadyFile(path: string, event: ReadyEvent): void {
  mkdirSync(dirname(path), { recursive: true });
  const unfinished = `${path}.${process.pid}`;
  writeFileSync(unfinished, `${JSON.stringify(event, undefined, 2)}\n`, { mode: 0o600 });
  renameSync(unfinished, path);
}
