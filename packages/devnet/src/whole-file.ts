import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Writes a file that is there whole or not at all, after a power cut too, and that its owner alone
 * can read. Its folder is created with its parents.
 */
export function writeWhole(path: string, text: string): void {
  const folder = dirname(path);
  mkdirSync(folder, { recursive: true });
  const unfinished = `${path}.tmp`;
  // What a crash left has the mode that somebody gave it.
  rmSync(unfinished, { force: true });
  withFile(unfinished, 'wx', (file) => {
    writeSync(file, text);
    fsyncSync(file);
  });
  renameSync(unfinished, path);
  // The name of a file is kept in its folder, not in itself.
  withFile(folder, 'r', fsyncSync);
}

function withFile(path: string, flags: string, act: (file: number) => void): void {
  const file = openSync(path, flags, 0o600);
  try {
    act(file);
  } finally {
    closeSync(file);
  }
}
