import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openLmdbStore } from '../lmdb-store.ts';
import { pageFaultIn } from './page-check.ts';
import { type Meta, openPageFile, PAGE_HEADER } from './page-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'quorate-pages-'));
const path = join(folder, 'data.mdb');
afterAll(() => rmSync(folder, { recursive: true }));

let sound: Buffer;
let states: readonly [Meta, Meta];
beforeAll(async () => {
  await fill();
  sound = readFileSync(path);
  const file = openPageFile(path);
  states = [...file.metas];
  file.close();
});

/** Fills a store in four commits: its rows need several leaves, and one of them pages of its own. */
async function fill(): Promise<void> {
  const store = openLmdbStore<Uint8Array>({ path: folder });
  for (let commit = 0; commit < 4; commit += 1) {
    for (let index = 0; index < 60; index += 1) {
      const key = `row/${String(index).padStart(3, '0')}`;
      const value = new Uint8Array(index === 30 ? 9000 : 100 + commit);
      store.write([{ type: 'Put', key, value }]);
    }
    await new Promise<unknown>((resolve) => store.flush(resolve));
  }
  store.close();
  await store.closed;
}

// The offsets of fields in a page.
const TRANSACTION = 8;
const KIND = 18;
const LOWER = 20;
const UPPER = 22;
// The same of a meta page, and of a tree in it.
const MAGIC = 24;
const VERSION = 28;
const FREE = 48;
const MAIN = 96;
const LAST_PAGE = 144;
const OWN_TRANSACTION = 152;
const FLAGS = 4;
const DEPTH = 6;
const ROOT = 40;

/** A copy of the file, to be corrupted. */
class Copy {
  readonly bytes = Buffer.from(sound);
  /** The meta page that counts, and the other. */
  readonly latest = states[0].transaction > states[1].transaction ? 0 : 1;
  readonly meta = states[this.latest] as Meta;
  readonly size = this.meta.pageSize;
  /** Offsets of pages: the meta pages, the top of the rows, the first and the second leaf. */
  readonly counting = this.latest * this.size;
  readonly before = (1 - this.latest) * this.size;
  readonly root = this.meta.main.root * this.size;
  readonly leaf = this.below(0);
  readonly nextLeaf = this.below(1);
  /** The node that leads to the long value. */
  readonly longNode = this.nodes(this.leaf).find((node) => this.word(node + 4) === 1) ?? 0;
  readonly long = this.number(this.value(this.longNode));

  word(at: number): number {
    return this.bytes.readUInt16LE(at);
  }
  number(at: number): number {
    return Number(this.bytes.readBigUInt64LE(at));
  }
  slot(page: number, index: number): number {
    return page + PAGE_HEADER + 2 * index;
  }
  node(page: number, index: number): number {
    return page + PAGE_HEADER + this.word(this.slot(page, index));
  }
  nodes(page: number): readonly number[] {
    return Array.from({ length: this.word(page + LOWER) / 2 }, (_, index) =>
      this.node(page, index),
    );
  }
  value(node: number): number {
    return node + 8 + this.word(node + 6);
  }
  below(index: number): number {
    return this.bytes.readUInt32LE(this.node(this.root, index)) * this.size;
  }
  numberOf(page: number): number {
    return page / this.size;
  }
  setWord(at: number, word: number): void {
    this.bytes.writeUInt16LE(word, at);
  }
  set(at: number, number: number): void {
    this.bytes.writeBigUInt64LE(BigInt(number), at);
  }
  /** Adds to a number in place. */
  add(at: number, more: number): void {
    this.set(at, this.number(at) + more);
  }
}

/** Corrupts a copy of the file in one way, and gives the page that the error must name. */
type Spoil = (copy: Copy) => number;
type Case = readonly [what: string, fault: string, spoil: Spoil];

const inLeaf = (what: string, fault: string, spoil: (copy: Copy) => void): Case => [
  what,
  fault,
  (copy) => {
    spoil(copy);
    return copy.numberOf(copy.leaf);
  },
];

const OF_METAS: readonly Case[] = [0, 1].flatMap((meta) =>
  Object.entries({
    KIND,
    MAGIC,
    VERSION,
    FREE,
    FREE_FLAGS: FREE + FLAGS,
    MAIN_FLAGS: MAIN + FLAGS,
  }).map(
    ([name, at]): Case => [
      `${name} of meta page ${meta}`,
      'no meta page',
      (copy) => {
        copy.setWord(meta * copy.size + at, 1);
        return meta;
      },
    ],
  ),
);

const OF_COUNTS: readonly Case[] = [FREE, MAIN].flatMap((tree) =>
  [8, 16, 24, 32].map(
    (field): Case => [
      `a count of a tree, at ${tree + field}`,
      'its tree has lost or gained pages',
      (copy) => {
        copy.add(copy.counting + tree + field, 1);
        return tree === FREE ? copy.meta.free.root : copy.meta.main.root;
      },
    ],
  ),
);

const OF_COMMITS: readonly Case[] = [
  [
    'the transaction of the first meta page',
    'its transaction is not its turn',
    (copy) => {
      copy.add(OWN_TRANSACTION, 1);
      return 0;
    },
  ],
  [
    'the transaction of the second',
    'its transaction is not its turn',
    (copy) => {
      copy.add(copy.size + OWN_TRANSACTION, 1);
      return 1;
    },
  ],
  [
    'a transaction two turns ahead',
    'its transaction is not next to the other',
    (copy) => {
      copy.add(copy.counting + OWN_TRANSACTION, 2);
      return 1;
    },
  ],
  [
    'the one before, which seems to be the last',
    'its rows are older than before',
    (copy) => {
      copy.add(copy.before + OWN_TRANSACTION, 2);
      return 0;
    },
  ],
  [
    'the last, which seems to be the one before',
    'of a transaction yet to come',
    (copy) => {
      copy.add(copy.counting + OWN_TRANSACTION, -2);
      return copy.meta.main.root;
    },
  ],
  [
    'the last page',
    'the last page is far past the end',
    (copy) => {
      copy.add(copy.counting + LAST_PAGE, 2 ** 21);
      return 0;
    },
  ],
  [
    'the top of the rows',
    'past the end of the file',
    (copy) => {
      copy.set(copy.counting + MAIN + ROOT, 2 ** 52);
      return 2 ** 52;
    },
  ],
];

const OF_PAGES: readonly Case[] = [
  inLeaf('the depth of the tree', 'not the kind it should be', (copy) => {
    copy.setWord(copy.counting + MAIN + DEPTH, 3);
  }),
  inLeaf('the kind of a leaf', 'not the kind it should be', (copy) => {
    copy.setWord(copy.leaf + KIND, 1);
  }),
  inLeaf('the number of a leaf', 'it says it is another', (copy) => {
    copy.add(copy.leaf, 1);
  }),
  [
    'the number of the page of free pages',
    'it says it is another',
    (copy) => {
      copy.add(copy.meta.free.root * copy.size, 1);
      return copy.meta.free.root;
    },
  ],
  inLeaf('the transaction of a leaf', 'of a transaction yet to come', (copy) => {
    copy.add(copy.leaf + TRANSACTION, 2 ** 32);
  }),
  [
    'where a leaf is',
    'there is no such page',
    (copy) => {
      copy.setWord(copy.node(copy.root, 1), 1);
      return 1;
    },
  ],
  inLeaf('what the last page is, among those that are used', 'there is no such page', (copy) => {
    copy.set(copy.counting + LAST_PAGE, copy.meta.main.root);
  }),
  inLeaf('where the second leaf is', 'two places lead to it', (copy) => {
    copy.setWord(copy.node(copy.root, 1), copy.numberOf(copy.leaf));
  }),
  [
    'where the free pages are',
    'two places lead to it',
    (copy) => {
      copy.set(copy.counting + FREE + ROOT, copy.long + 1);
      return copy.long + 1;
    },
  ],
  [
    'how many places a branch leads to',
    'a branch that leads to one place',
    (copy) => {
      copy.setWord(copy.root + LOWER, 2);
      return copy.meta.main.root;
    },
  ],
];

const boundOf = (what: string, at: number, bound: (copy: Copy) => number): Case =>
  inLeaf(what, 'wrong bounds', (copy) => copy.setWord(copy.leaf + at, bound(copy)));

const OF_NODES: readonly Case[] = [
  boundOf('an odd bound', LOWER, (copy) => copy.word(copy.leaf + LOWER) - 1),
  boundOf('no nodes', LOWER, () => 0),
  boundOf('a bound past the other', LOWER, (copy) => copy.word(copy.leaf + UPPER) + 2),
  boundOf('a bound past the page', UPPER, (copy) => copy.size),
  inLeaf('a node before the others', 'a node outside', (copy) => {
    copy.setWord(copy.slot(copy.leaf, 0), copy.word(copy.leaf + UPPER) - 2);
  }),
  inLeaf('a node past the page', 'a node outside', (copy) => {
    copy.setWord(copy.slot(copy.leaf, 0), copy.size - PAGE_HEADER - 4);
  }),
  inLeaf('the length of a key', 'a node outside', (copy) => {
    copy.setWord(copy.node(copy.leaf, 0) + 6, copy.size);
  }),
  inLeaf('the order of two rows', 'keys out of order', (copy) => {
    const [one, other] = [copy.slot(copy.leaf, 0), copy.slot(copy.leaf, 1)];
    const first = copy.word(one);
    copy.setWord(one, copy.word(other));
    copy.setWord(other, first);
  }),
  inLeaf('the last key of a leaf', 'keys out of order', (copy) => {
    copy.bytes[(copy.nodes(copy.leaf).at(-1) ?? 0) + 8] = 'z'.charCodeAt(0);
  }),
  [
    'the first key of the next',
    'keys out of order',
    (copy) => {
      copy.bytes[copy.node(copy.nextLeaf, 0) + 8] = 'a'.charCodeAt(0);
      return copy.numberOf(copy.nextLeaf);
    },
  ],
];

const OF_VALUES: readonly Case[] = [
  inLeaf('the kind of a node', 'a node of no known kind', (copy) => {
    copy.setWord(copy.node(copy.leaf, 0) + 4, 2);
  }),
  inLeaf('the length of a value', 'a value outside', (copy) => {
    copy.setWord(copy.node(copy.leaf, 0), copy.size);
  }),
  inLeaf('a byte of a value', 'the row "row/000" misses its checksum', (copy) => {
    copy.bytes[copy.value(copy.node(copy.leaf, 0)) + 20] = 1;
  }),
  inLeaf('the length of a long value', 'a long value of another length', (copy) => {
    copy.setWord(copy.longNode, 9000 + copy.size);
  }),
  ...[0, KIND, LOWER].map(
    (at): Case => [
      `what a long value says of itself, at ${at}`,
      'not the long value it should be',
      (copy) => {
        copy.setWord(copy.long * copy.size + at, 9);
        return copy.long;
      },
    ],
  ),
  [
    'a byte of a long value',
    'the row "row/030" misses its checksum',
    (copy) => {
      copy.bytes[(copy.long + 1) * copy.size] = 1;
      return copy.long;
    },
  ],
];

describe('the look through the pages names what is wrong, and where:', () => {
  it.each([...OF_METAS, ...OF_COMMITS, ...OF_COUNTS, ...OF_PAGES, ...OF_NODES, ...OF_VALUES])(
    '%s (%s)',
    (_, fault, spoil) => {
      const copy = new Copy();
      const page = spoil(copy);
      writeFileSync(path, copy.bytes);
      expect(pageFaultIn(folder)).toBe(`page ${page}: ${fault}`);
    },
  );

  it('nothing, if there is nothing, or if LMDB was cut off before it had begun', () => {
    for (const bytes of [sound, Buffer.alloc(0)]) {
      writeFileSync(path, bytes);
      expect(pageFaultIn(folder)).toBe(undefined);
    }
  });
});
