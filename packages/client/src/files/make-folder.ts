import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { syncFolder } from './sync-folder.ts';

/**
 * Creates a folder and its parents, durably; an existing folder stays as it is.
 *
 * `mkdirSync` with `recursive` never returns on a file system that refuses new folders with ENOENT,
 * as `/proc` does.
 *
 * @throws the error of the system, such as EACCES; EEXIST or ENOTDIR when a file is in the way
 */
export function makeFolder(path: string): void {
  try {
    mkdirSync(path);
  } catch (failure) {
    if (isFolder(path)) return;
    const parent = dirname(path);
    // The parent exists, so that is not the reason.
    if ((failure as NodeJS.ErrnoException).code !== 'ENOENT' || isFolder(parent)) throw failure;
    makeFolder(parent);
    makeFolder(path);
    return;
  }
  syncFolder(dirname(path));
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
