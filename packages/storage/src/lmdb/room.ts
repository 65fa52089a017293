import { appendFileSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { open } from 'lmdb';
import type { OpenLmdb } from './engine.ts';
import { dataFileOf, hasDatabase } from './page-file.ts';

/** More than the table of readers takes, which LMDB keeps in `lock.mdb`. */
const LOCK_BYTES = 12_288;

/** What LMDB begins a database with: two pages, of 16 KiB each on some machines. */
const BEGINNING_BYTES = 32_768;

/**
 * Opens LMDB once there is room for what it writes as it opens a folder.
 *
 * Without that lmdb 3.5.6 crashes the process, whatever anybody catches: where a file cannot be begun it
 * frees twice what it had begun, and it writes the table of readers by way of memory, which the system ends
 * the process for where no disk is behind it.
 */
export const openWithRoom: OpenLmdb = (options) => {
  makeRoom(options.path);
  return open<Buffer, string>(options);
};

function makeRoom(path: string): void {
  mkdirSync(path, { recursive: true });
  const lock = join(path, 'lock.mdb');
  const had = statSync(lock, { throwIfNoEntry: false })?.size ?? 0;
  // Also where nothing is lacking, which shows whether it may be written.
  appendFileSync(lock, Buffer.alloc(Math.max(0, LOCK_BYTES - had)));
  if (hasDatabase(path)) return;
  // Of another name: what a power cut leaves of it must not pass for a database.
  const probe = `${dataFileOf(path)}.room`;
  try {
    writeFileSync(probe, Buffer.alloc(BEGINNING_BYTES));
  } finally {
    rmSync(probe, { force: true });
  }
}
