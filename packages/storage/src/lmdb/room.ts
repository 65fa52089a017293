import {
  appendFileSync,
  mkdirSync,
  rmSync,
  type StatsFs,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { open } from 'lmdb';
import { expectDescriptors } from '../descriptors.ts';
import type { OpenLmdb } from './engine.ts';
import { dataFileOf, hasDatabase } from './page-file.ts';

/** More than the size of `lock.mdb`, in which LMDB keeps its table of readers. */
const LOCK_BYTES = 12_288;

/** How many files LMDB opens for a folder, and some to spare: other threads may open files, too. */
const FILES = 16;

/** The initial size of a database: two pages, which have 16 KiB each on some machines. */
const BEGINNING_BYTES = 32_768;

/**
 * What has to stay free after all transactions, in bytes: other processes write to the same disk at
 * the same time, and LMDB also writes its list of free pages.
 */
const SPARE = 2 ** 20;

/** The most bytes of pages that LMDB copies to change one row: the way down its tree. */
const COPIED_PER_ROW = 5 * 4096;

/** How much longer than a row the pages are, at most, on which it is written. */
const PAGES_PER_BYTE = 3;

/**
 * The bytes that the transactions under way in this process may still write, by device. The stores
 * of a devnet commit at the same time, and the room that one has found is not there for the next.
 */
const promised = new Map<number, number>();

/**
 * Opens LMDB after making sure that there is room for what it writes when it opens a folder; the
 * database makes sure of that before each transaction.
 *
 * Without room, lmdb 3.5.6 crashes the process, and no error can be caught. If a file cannot be
 * begun, or not be opened for lack of descriptors, it frees that memory twice. It writes the table
 * of readers through mapped memory, for which the system kills the process when the disk is full.
 * If a page cannot be written, it puts a message of up to 130 bytes into 100.
 */
export const openWithRoom: OpenLmdb = (options) => {
  const { path } = options;
  makeRoom(path);
  return Object.assign(open<Buffer, string>(options), {
    takeRoom(rows: number, bytes: number): () => void {
      const { size, dev } = statSync(dataFileOf(path), { throwIfNoEntry: false }) ?? GONE;
      const own = Math.min(rows * COPIED_PER_ROW, size) + PAGES_PER_BYTE * bytes;
      const taken = (promised.get(dev) ?? 0) + own;
      const needed = SPARE + taken;
      const free = freeUnder(path);
      if (free < needed) {
        throw new Error(`ENOSPC: ${free} bytes are free, and this may need ${needed}`);
      }
      promised.set(dev, taken);
      return () => void promised.set(dev, (promised.get(dev) ?? 0) - own);
    },
  });
};

/** Stands for a file that somebody has removed: LMDB still writes to it. */
const GONE = { size: 0, dev: 0 };

/** Gives the free bytes of the disk under a folder; more than any if the system does not tell. */
function freeUnder(path: string): number {
  const found = statfsOf(path);
  if (found === undefined || found.blocks === 0) return Number.POSITIVE_INFINITY;
  // Without the blocks that the system keeps for its administrator.
  return found.bavail * found.bsize;
}

function statfsOf(path: string): StatsFs | undefined {
  try {
    return statfsSync(path);
  } catch {
    return undefined;
  }
}

function makeRoom(path: string): void {
  mkdirSync(path, { recursive: true });
  expectDescriptors(FILES);
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
