import { mkdtempSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Makes sure that a folder can be written to, and leaves nothing in it; on some disks, access
 * rights do not tell.
 *
 * @throws the system's error if it cannot, also for a file or a link that leads nowhere
 */
export function tryFolder(folder: string): void {
  rmdirSync(mkdtempSync(join(folder, '.quorate-')));
}
