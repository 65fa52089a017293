import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeFolder } from '@quorate/client/node';

/**
 * Writes a file atomically: even after a power cut it is complete or unchanged. Only its owner can
 * read it, unless `mode` says otherwise. Creates its folder and the parents of that.
 */
export function writeWhole(path: string, text: string, mode = 0o600): void {
  const folder = dirname(path);
  makeFolder(folder);
  const unfinished = `${path}.tmp`;
  // A file left by a crash could have another mode.
  rmSync(unfinished, { force: true });
  withFile(openSync(unfinished, 'wx', mode), (file) => {
    writeFileSync(file, text);
    fsyncSync(file);
  });
  renameSync(unfinished, path);
  syncFolder(folder);
}

/**
 * Makes the names in a folder durable: the name of a file is stored in its folder, not in the file.
 */
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
