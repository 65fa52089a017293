import { appendFileSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { open } from 'lmdb';
import type { OpenLmdb } from './engine.ts';
import { dataFileOf, hasDatabase } from './page-file.ts';

/** More than the size of `lock.mdb`, in which LMDB keeps its table of readers. */
const LOCK_BYTES = 12_288;

/** The initial size of a database: two pages, which have 16 KiB each on some machines. */
const BEGINNING_BYTES = 32_768;

/**
 * Opens LMDB after making sure that there is room for what it writes when it opens a folder.
 *
 * Without room, lmdb 3.5.6 crashes the process, and no error can be caught: if a file cannot be
 * begun, it frees that memory twice; and it writes the table of readers through mapped memory, for
 * which the system kills the process when the disk is full.
 */
export const openWithRoom: OpenLmdb = (options) => {
  makeRoom(options.path);
  return open<Buffer, string>(options);
};

function makeRoom(path: string): void {
  mkdirSync(path, { recursive: true });
  const lock = join(path, 'lock.mdb');
  const had = statSync(lock, { throwIfNoEntry: false })?.size ?? 0;
  // Even if nothing is missing, this shows whether the file may be written.
  appendFileSync(lock, Buffer.alloc(Math.max(0, LOCK_BYTES - had)));
  if (hasDatabase(path)) return;
  // Under another name, because its remains after a power cut must not pass for a database.
  const probe = `${dataFileOf(path)}.room`;
  try {
    writeFileSync(probe, Buffer.alloc(BEGINNING_BYTES));
  } finally {
    rmSync(probe, { force: true });
  }
}
