import { closeSync, fsyncSync, openSync } from 'node:fs';

/**
 * Makes the names in a folder durable: the name of a file is stored in its folder, not in the file.
 */
export function syncFolder(path: string): void {
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
