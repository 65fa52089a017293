import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes a folder and those above it; one that is there already stays as it is.
 *
 * `mkdirSync` with `recursive` never comes back from a file system that takes no new folders and says that
 * there is none, as `/proc` does.
 *
 * @throws what the system says, such as EACCES; EEXIST or ENOTDIR where a file is in the way
 */
export function makeFolder(path: string): void {
  try {
    mkdirSync(path);
  } catch (failure) {
    if (isFolder(path)) return;
    const parent = dirname(path);
    // The folder above is there, so it is not for want of it.
    if ((failure as NodeJS.ErrnoException).code !== 'ENOENT' || isFolder(parent)) throw failure;
    makeFolder(parent);
    makeFolder(path);
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
