import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeFolder, syncFolder } from '@quorate/client/node';

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
  const file = openSync(unfinished, 'wx', mode);
  try {
    writeFileSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(unfinished, path);
  syncFolder(folder);
}
