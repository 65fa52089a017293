import { mkdtempSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * See that a folder can be written to, and leave nothing in it; rights do not say it, on every disk.
 *
 * @throws the system's error where it cannot, also on a file or a link that leads nowhere
 */
export function tryFolder(folder: string): void {
  rmdirSync(mkdtempSync(join(folder, '.quorate-')));
}
