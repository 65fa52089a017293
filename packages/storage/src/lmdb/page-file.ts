import { closeSync, existsSync, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** A tree of a database, as described in a meta page. */
export interface Tree {
  readonly depth: number;
  readonly branches: number;
  readonly leaves: number;
  readonly overflows: number;
  readonly entries: number;
  /** The root page; -1 when the tree is empty. */
  readonly root: number;
}

/** The content of one of the two meta pages. */
export interface Meta {
  readonly isSound: boolean;
  readonly pageSize: number;
  readonly free: Tree;
  readonly main: Tree;
  readonly lastPage: number;
  readonly transaction: number;
}

/** The file of a database, page by page. */
export interface PageFile {
  readonly metas: readonly [Meta, Meta];
  /** The number of pages in the file. */
  readonly pages: number;
  /**
   * Reads bytes from the start of a page; undefined past the end. The result is valid until the
   * next call.
   */
  read(page: number, length: number): Buffer | undefined;
  /** Like `read`, but leaves the result of `read` valid. */
  readLong(page: number, length: number): Buffer | undefined;
  close(): void;
}

/** The length of a page's header in bytes: its number, transaction, padding, flags, two bounds. */
export const PAGE_HEADER = 24;

const META_LENGTH = 160;
/** The offsets of the trees in a meta page, and of the flags in a tree. */
const FREE = PAGE_HEADER + 24;
const MAIN = PAGE_HEADER + 72;
const FLAGS = 4;
const MAGIC = 0xbeefc0de;
const DATA_VERSION = 2;
const META_FLAG = 8;
/**
 * The flags of every database that this package writes: free pages by number, one value for each
 * key.
 */
const FREE_FLAGS = 8;
const MAIN_FLAGS = 0;
/**
 * The flag that shows how the last commit was synced; databases of the first format may have it.
 */
const OVERLAPPING_SYNC = 0x1000;
const PAGE_SIZES: readonly number[] = [4096, 8192, 16_384, 32_768, 65_536];

/** Gives the path of the file in which LMDB keeps the database of a folder. */
export function dataFileOf(folder: string): string {
  return join(folder, 'data.mdb');
}

/**
 * Tells whether a folder holds a database. If LMDB was cut off before it had begun one, there is an
 * empty file or none.
 */
export function hasDatabase(folder: string): boolean {
  const path = dataFileOf(folder);
  return existsSync(path) && statSync(path).size > 0;
}

/**
 * Opens the file of a database for reading. The layout is that of LMDB as shipped with lmdb 3.5.
 */
export function openPageFile(path: string): PageFile {
  const file = openSync(path, 'r');
  const readAt = createReader(file);
  const readLongAt = createReader(file);
  const first = metaOf(readAt(0, META_LENGTH));
  // Either meta page tells where the second one is. Otherwise every possible page size is tried.
  const sizes = first.isSound ? [first.pageSize] : PAGE_SIZES;
  const seconds = sizes.map((size) => metaOf(readAt(size, META_LENGTH)));
  const second = seconds.find(({ isSound }) => isSound) ?? UNSOUND;
  const { pageSize } = first.isSound ? first : second;
  return {
    metas: [first, second],
    pages: Math.floor(fstatSync(file).size / pageSize),
    read: (page, length) => readAt(page * pageSize, length),
    readLong: (page, length) => readLongAt(page * pageSize, length),
    close: () => closeSync(file),
  };
}

type ReadAt = (offset: number, length: number) => Buffer | undefined;

/** Creates a reader with one buffer, which grows as needed. */
function createReader(file: number): ReadAt {
  let buffer = Buffer.alloc(META_LENGTH);
  return (offset, length) => {
    if (buffer.length < length) buffer = Buffer.alloc(length);
    const got = readSync(file, buffer, 0, length, offset);
    return got === length ? buffer.subarray(0, length) : undefined;
  };
}

const NO_TREE: Tree = { depth: 0, branches: 0, leaves: 0, overflows: 0, entries: 0, root: -1 };
const UNSOUND: Meta = {
  isSound: false,
  pageSize: 4096,
  free: NO_TREE,
  main: NO_TREE,
  lastPage: 0,
  transaction: 0,
};

function metaOf(page: Buffer | undefined): Meta {
  if (page === undefined) return UNSOUND;
  const pageSize = page.readUInt32LE(FREE);
  const isSound =
    (page.readUInt16LE(18) & META_FLAG) !== 0 &&
    page.readUInt32LE(PAGE_HEADER) === MAGIC &&
    (page.readUInt32LE(PAGE_HEADER + 4) & 0xffff) === DATA_VERSION &&
    PAGE_SIZES.includes(pageSize) &&
    (page.readUInt16LE(FREE + FLAGS) & ~OVERLAPPING_SYNC) === FREE_FLAGS &&
    page.readUInt16LE(MAIN + FLAGS) === MAIN_FLAGS;
  return {
    isSound,
    pageSize,
    free: treeOf(page, FREE),
    main: treeOf(page, MAIN),
    lastPage: numberAt(page, PAGE_HEADER + 120),
    transaction: numberAt(page, PAGE_HEADER + 128),
  };
}

function treeOf(page: Buffer, at: number): Tree {
  return {
    depth: page.readUInt16LE(at + 6),
    branches: numberAt(page, at + 8),
    leaves: numberAt(page, at + 16),
    overflows: numberAt(page, at + 24),
    entries: numberAt(page, at + 32),
    root: page.readBigInt64LE(at + 40) === -1n ? -1 : numberAt(page, at + 40),
  };
}

/**
 * Reads a number of 64 bits. One that is too large to be exact is still recognised as too large.
 */
export function numberAt(bytes: Buffer, at: number): number {
  return bytes.readUInt32LE(at) + bytes.readUInt32LE(at + 4) * 2 ** 32;
}
