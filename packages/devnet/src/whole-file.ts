import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeFolder } from '@quorate/client/node';

/**
 * Writes a file that is there whole or not at all, after a power cut too, and that its owner alone
 * can read unless `mode` says otherwise. Its folder is created with its parents.
 */
export function writeWhole(path: string, text: string, mode = 0o600): void {
  const folder = dirname(path);
  makeFolder(folder);
  const unfinished = `${path}.tmp`;
  // What a crash left has the mode that somebody gave it.
  rmSync(unfinished, { force: true });
  withFile(openSync(unfinished, 'wx', mode), (file) => {
    writeFileSync(file, text);
    fsyncSync(file);
  });
  renameSync(unfinished, path);
  syncFolder(folder);
}

/** Makes durable which names a folder has: that of a file is kept there, and not in itself. */
export function syncFolder(path: string): void {
  withFile(openSync(path, 'r'), fsyncSync);
}

function withFile(file: number, act: (file: number) => void): void {
  try {
    act(file);
  } finally {
    closeSync(file);
  }
}
