import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { ReadyEvent } from './ready-event.ts';

/** Name where commands look for the devnet that runs in this folder. */
export const readyFilePath = '.quorate/devnet.json';

/** Take the ready file away: what it names has stopped. That of another devnet stays. */
export function removeReadyFile(path: string, { pid }: Pick<ReadyEvent, 'pid'>): void {
  if (pidIn(path) === pid) rmSync(path, { force: true });
}

function pidIn(path: string): unknown {
  try {
    return (JSON.parse(readFileSync(path, 'utf8')) as Partial<ReadyEvent>).pid;
  } catch {
    // Gone, or no ready file: not ours in any case.
    return undefined;
  }
}

/**
 * Write the ready event where a program waits for it: whole or not at all, and readable by its
 * owner alone, because it holds secret keys.
 */
export function writeReadyFile(path: string, event: ReadyEvent): void {
  mkdirSync(dirname(path), { recursive: true });
  const unfinished = `${path}.${process.pid}`;
  // A file that is there already would keep its mode, and a link would lead elsewhere.
  rmSync(unfinished, { force: true });
  const text = `${JSON.stringify(event, undefined, 2)}\n`;
  writeFileSync(unfinished, text, { mode: 0o600, flag: 'wx' });
  renameSync(unfinished, path);
}
