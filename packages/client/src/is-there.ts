import { lstatSync } from 'node:fs';

/**
 * Tells whether anything is at a path. A link that leads nowhere is: what it led to may be on a disk that is not
 * there, and nothing was lost.
 *
 * @throws what the system says, such as EACCES
 */
export function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}
