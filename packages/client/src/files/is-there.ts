import { lstatSync } from 'node:fs';

/**
 * Tells whether there is anything at a path. A dangling link counts: its target may be on a disk
 * that is not mounted, and nothing was lost.
 *
 * @throws the error of the system, such as EACCES
 */
export function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}
