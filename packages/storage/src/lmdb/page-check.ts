import { HEADER_KEY } from './header.ts';
import {
  dataFileOf,
  hasDatabase,
  type Meta,
  numberAt,
  openPageFile,
  PAGE_HEADER,
  type PageFile,
  type Tree,
} from './page-file.ts';
import { isIntact } from './row.ts';

/** Why the pages of a file make no sense. */
class PageFault extends Error {
  override readonly name = 'PageFault';
}

function expectPage(isRight: boolean, what: string, page: number): void {
  if (!isRight) throw new PageFault(`page ${page}: ${what}`);
}

/**
 * Checks the pages and rows of a database that nobody has open, and says what is wrong; undefined
 * when nothing is, or when there is no database yet.
 *
 * LMDB trusts its pages. A damaged page number leads it anywhere in memory, which kills the
 * process. A damaged pointer makes a row vanish, and a lock with it. The contents of the list of
 * free pages are not checked: their form belongs to the package, and a mistake about it would
 * reject sound data.
 */
export function pageFaultIn(folder: string): string | undefined {
  if (!hasDatabase(folder)) return undefined;
  const file = openPageFile(dataFileOf(folder));
  try {
    checkPages(file);
    return undefined;
  } catch (failure) {
    if (failure instanceof PageFault) return failure.message;
    throw failure;
  } finally {
    file.close();
  }
}

function checkPages(file: PageFile): void {
  const meta = latestOf(file);
  expectPage(meta.lastPage < file.pages + BEYOND_MAX, 'the last page is far past the end', 0);
  const used = new Uint8Array(Math.min(meta.lastPage + 1, file.pages));
  const rows = createRowCheck();
  checkTree({ file, meta, used, rows }, meta.main);
  checkTree({ file, meta, used, rows: undefined }, meta.free);
  rows.end();
}

/** How many pages a commit may have allocated at the end and freed before it wrote any of them. */
const BEYOND_MAX = 2 ** 20;

/**
 * Commits alternate: those with even numbers write the first meta page, those with odd numbers the
 * second.
 */
function latestOf(file: PageFile): Meta {
  const [first, second] = file.metas;
  expectPage(first.isSound, 'no meta page', 0);
  expectPage(second.isSound, 'no meta page', 1);
  expectPage(first.transaction % 2 === 0, 'its transaction is not its turn', 0);
  const isFresh = second.transaction === 0;
  expectPage(isFresh || second.transaction % 2 === 1, 'its transaction is not its turn', 1);
  const apart = Math.abs(first.transaction - second.transaction);
  expectPage(apart <= 1, 'its transaction is not next to the other', 1);
  const [latest, other] =
    first.transaction >= second.transaction ? [first, second] : [second, first];
  const [now, before] = [writtenAt(file, latest), writtenAt(file, other)];
  expectPage(now >= before || latest.main.root === -1, 'its rows are older than before', 0);
  return latest;
}

/**
 * Gives the transaction that wrote the top page of the rows; 0 when there are none. The pages of
 * the commit before the last one stay until the next commit. So damage to the transaction number in
 * a meta page, which would undo the last commit, contradicts one of these top pages.
 */
function writtenAt(file: PageFile, { main: { root }, transaction, pageSize }: Meta): number {
  if (root === -1) return 0;
  const page = root < file.pages ? file.read(root, pageSize) : undefined;
  if (page === undefined) throw new PageFault(`page ${root}: past the end of the file`);
  const written = numberAt(page, 8);
  expectPage(written <= transaction, 'of a transaction yet to come', root);
  return written;
}

/** Checks rows in the order in which they are stored. */
interface RowCheck {
  /** Both buffers are valid during this call only. */
  see(key: Buffer, row: Buffer, page: number): void;
  end(): void;
}

/** Rows of the first format have no checksums, and only the last row shows which format it is. */
function createRowCheck(): RowCheck {
  let first: PageFault | undefined;
  let hasChecksums = false;
  return {
    see(key, row, page) {
      const text = key.toString('latin1');
      hasChecksums ||= text === HEADER_KEY;
      if (first !== undefined || isIntact(text, row)) return;
      first = new PageFault(`page ${page}: the row ${JSON.stringify(text)} misses its checksum`);
    },
    end() {
      if (hasChecksums && first !== undefined) throw first;
    },
  };
}

interface Walk {
  readonly file: PageFile;
  readonly meta: Meta;
  /** One entry for each page; set when something refers to it. */
  readonly used: Uint8Array;
  /** Undefined for the tree of free pages, whose keys are numbers. */
  readonly rows: RowCheck | undefined;
}

/** Counts the pages and entries of a tree. */
interface Count {
  branches: number;
  leaves: number;
  overflows: number;
  entries: number;
}

function checkTree(walk: Walk, tree: Tree): void {
  const count: Count = { branches: 0, leaves: 0, overflows: 0, entries: 0 };
  if (tree.root !== -1) {
    const all = { number: tree.root, depth: tree.depth, from: NO_KEY, to: undefined };
    checkSubtree(walk, all, count);
  }
  const isCounted =
    count.branches === tree.branches &&
    count.leaves === tree.leaves &&
    count.overflows === tree.overflows &&
    count.entries === tree.entries;
  expectPage(isCounted, 'its tree has lost or gained pages', tree.root);
}

interface Place {
  readonly number: number;
  /** 1 for a leaf. */
  readonly depth: number;
  /** No key below may be less than this. */
  readonly from: Buffer;
  /** All keys below are less than this; undefined at the end. */
  readonly to: Buffer | undefined;
}

const NO_KEY = Buffer.alloc(0);
const BRANCH = 1;
const LEAF = 2;
const OVERFLOW = 4;

function checkSubtree(walk: Walk, place: Place, count: Count): void {
  const { number, depth } = place;
  const page = readPage(walk, number);
  const kind = page.readUInt16LE(18);
  const isKind = depth > 0 && kind === (depth === 1 ? LEAF : BRANCH);
  expectPage(isKind, 'not the kind it should be', number);
  count[kind === LEAF ? 'leaves' : 'branches'] += 1;
  const nodes = nodesOf(page, number);
  if (walk.rows !== undefined) checkOrder({ page, number, nodes }, place, kind === BRANCH ? 1 : 0);
  if (kind === LEAF) {
    count.entries += nodes.length;
    for (const at of nodes) checkValue(walk, { page, number, at }, count);
    return;
  }
  expectPage(nodes.length > 1, 'a branch that leads to one place', number);
  // Collected first, because the pages below are read into the same buffer.
  for (const child of childrenOf(page, nodes, place)) checkSubtree(walk, child, count);
}

function readPage({ file, meta, used }: Walk, number: number): Buffer {
  claim(used, number);
  const page = file.read(number, meta.pageSize);
  if (page === undefined) throw new PageFault(`page ${number}: past the end of the file`);
  expectPage(numberAt(page, 0) === number, 'it says it is another', number);
  expectPage(numberAt(page, 8) <= meta.transaction, 'of a transaction yet to come', number);
  return page;
}

/** Notes that something refers to a page; nothing else may. */
function claim(used: Uint8Array, number: number): void {
  const isThere = Number.isSafeInteger(number) && number > 1 && number < used.length;
  expectPage(isThere, 'there is no such page', number);
  expectPage(used[number] === 0, 'two places lead to it', number);
  used[number] = 1;
}

const NODE_HEADER = 8;

/** Gives the offsets of the nodes in a page. */
function nodesOf(page: Buffer, number: number): readonly number[] {
  const room = page.length - PAGE_HEADER;
  const lower = page.readUInt16LE(20);
  const upper = page.readUInt16LE(22);
  const isBound = lower % 2 === 0 && lower > 0 && lower <= upper && upper <= room;
  expectPage(isBound, 'wrong bounds', number);
  const nodes: number[] = [];
  for (let index = 0; index < lower; index += 2) {
    const at = page.readUInt16LE(PAGE_HEADER + index) + PAGE_HEADER;
    const isIn =
      at >= upper + PAGE_HEADER &&
      at + NODE_HEADER <= page.length &&
      at + NODE_HEADER + keyLength(page, at) <= page.length;
    expectPage(isIn, 'a node outside', number);
    nodes.push(at);
  }
  return nodes;
}

interface Nodes {
  readonly page: Buffer;
  readonly number: number;
  readonly nodes: readonly number[];
}

/**
 * Checks that keys ascend and lie within the bounds of this page. In a branch, the first key is a
 * placeholder.
 */
function checkOrder({ page, number, nodes }: Nodes, { from, to }: Place, first: number): void {
  let before = from;
  let isFirst = true;
  for (const at of nodes.slice(first)) {
    const key = keyAt(page, at);
    const compared = Buffer.compare(before, key);
    expectPage(compared < 0 || (isFirst && compared === 0), 'keys out of order', number);
    before = key;
    isFirst = false;
  }
  expectPage(to === undefined || Buffer.compare(before, to) < 0, 'keys out of order', number);
}

function keyLength(page: Buffer, at: number): number {
  return page.readUInt16LE(at + 6);
}

function keyAt(page: Buffer, at: number): Buffer {
  return page.subarray(at + NODE_HEADER, at + NODE_HEADER + keyLength(page, at));
}

function childrenOf(
  page: Buffer,
  nodes: readonly number[],
  { depth, from, to }: Place,
): readonly Place[] {
  const keys = nodes.map((at, index) => (index === 0 ? from : Buffer.from(keyAt(page, at))));
  return nodes.map((at, index) => ({
    number: page.readUInt32LE(at) + page.readUInt16LE(at + 4) * 2 ** 32,
    depth: depth - 1,
    from: keys[index] ?? from,
    to: keys[index + 1] ?? to,
  }));
}

const BIG = 1;
/**
 * A value in pages of its own is referred to by its first page, its transaction and its number of
 * pages.
 */
const OVERFLOW_REFERENCE = 24;

interface Node {
  readonly page: Buffer;
  readonly number: number;
  readonly at: number;
}

function checkValue(walk: Walk, { page, number, at }: Node, count: Count): void {
  const flags = page.readUInt16LE(at + 4);
  const length = page.readUInt32LE(at);
  const key = keyAt(page, at);
  const value = at + NODE_HEADER + key.length;
  expectPage(flags === 0 || flags === BIG, 'a node of no known kind', number);
  const inPage = flags === BIG ? OVERFLOW_REFERENCE : length;
  expectPage(value + inPage <= page.length, 'a value outside', number);
  if (flags === 0) {
    walk.rows?.see(key, page.subarray(value, value + length), number);
    return;
  }
  const first = numberAt(page, value);
  const pages = numberAt(page, value + 16);
  const needed = Math.ceil((PAGE_HEADER + length) / page.length);
  expectPage(pages === needed, 'a long value of another length', number);
  for (let index = 0; index < pages; index += 1) claim(walk.used, first + index);
  count.overflows += pages;
  const long = walk.file.readLong(first, PAGE_HEADER + length);
  if (long === undefined) throw new PageFault(`page ${first}: past the end of the file`);
  const isIt =
    numberAt(long, 0) === first &&
    long.readUInt16LE(18) === OVERFLOW &&
    long.readUInt32LE(20) === pages;
  expectPage(isIt, 'not the long value it should be', first);
  walk.rows?.see(key, long.subarray(PAGE_HEADER), first);
}
