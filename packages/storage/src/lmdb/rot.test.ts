import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openLmdbStore } from '../lmdb-store.ts';
import { EVERY_KEY, StoreError } from '../store.ts';
import { pageFaultIn } from './page-check.ts';

const root = mkdtempSync(join(tmpdir(), 'quorate-rot-'));
const sound = join(root, 'sound');
const rotten = join(root, 'rotten');

/**
 * In a meta page: the flags of both trees, the top of the rows, the high bytes of the last page,
 * the transaction.
 */
const FIELDS: readonly (readonly [offset: number, length: number])[] = [
  [52, 2],
  [100, 2],
  [136, 8],
  [146, 6],
  [152, 8],
];

function bytesOfFields(page: number): readonly number[] {
  return FIELDS.flatMap(([at, length]) => Array.from({ length }, (_, index) => page + at + index));
}

interface Thing {
  readonly text: string;
  readonly bytes: Uint8Array;
}

function thing(index: number): Thing {
  // Some need pages of their own.
  return { text: 'x'.repeat(index % 90), bytes: new Uint8Array((index % 17) * 400) };
}

async function flush(store: ReturnType<typeof openLmdbStore<Thing>>): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    store.flush((failure) => (failure === undefined ? resolve() : reject(failure)));
  });
}

/** Fills a store in several commits, with rows written over and removed, so that pages are freed. */
async function fill(path: string, commits: number): Promise<readonly (readonly [string, Thing])[]> {
  const store = openLmdbStore<Thing>({ path });
  for (let commit = 0; commit < commits; commit += 1) {
    for (let index = 0; index < 60; index += 1) {
      const key = `table/${(commit * 37 + index * 101) % 1009}`;
      store.write([{ type: 'Put', key, value: thing(commit + index) }]);
      if (index % 9 === 0) store.write([{ type: 'Delete', key: `table/${index * 3}` }]);
    }
    await flush(store);
  }
  const rows = [...store.scan(EVERY_KEY)];
  store.close();
  await store.closed;
  return rows;
}

afterAll(() => rmSync(root, { recursive: true, force: true }));

describe('rot in the file of an LMDB store', () => {
  let rows: readonly (readonly [string, Thing])[];
  let file: Buffer;
  beforeAll(async () => {
    rows = await fill(sound, 15);
    file = readFileSync(join(sound, 'data.mdb'));
  });

  /** Reads a whole store that had these rows: gives its rows, or the code of the refusal. */
  async function readAll(path: string, written: typeof rows): Promise<unknown> {
    let store: ReturnType<typeof openLmdbStore<Thing>>;
    try {
      store = openLmdbStore<Thing>({ path });
    } catch (failure) {
      if (failure instanceof StoreError) return failure.code;
      throw failure;
    }
    const found = [...store.scan(EVERY_KEY)];
    const oneByOne = written.map(([key]) => [key, store.get(key)]);
    store.close();
    await store.closed;
    expect(isDeepStrictEqual(oneByOne, found)).toBe(true);
    return found;
  }

  /** Does the same with another file in the place of a sound one. */
  function readRotten(bytes: Buffer): Promise<unknown> {
    rmSync(rotten, { recursive: true, force: true });
    cpSync(sound, rotten, { recursive: true });
    writeFileSync(join(rotten, 'data.mdb'), bytes);
    return readAll(rotten, rows);
  }

  it('is found when the store is opened, or changes nothing that is read', async () => {
    const at = fc.nat({ max: 1_000_000 });
    // Half of them at the start of a page, where the structure lies.
    const place = fc.oneof(
      at.map((offset) => offset % file.length),
      fc.tuple(at, fc.nat({ max: 140 })).map(([page, offset]) => {
        return (page % (file.length / 4096)) * 4096 + offset;
      }),
    );
    const outcomes = new Set<string>();
    await fc.assert(
      fc.asyncProperty(place, fc.integer({ min: 1, max: 255 }), async (offset, flip) => {
        const changed = Buffer.from(file);
        changed[offset] = (changed[offset] ?? 0) ^ flip;
        const outcome = await readRotten(changed);
        const isFound = outcome === 'Corrupt';
        expect(isFound || isDeepStrictEqual(outcome, rows)).toBe(true);
        outcomes.add(isFound ? 'found' : 'harmless');
      }),
      { numRuns: 80 },
    );
    expect(outcomes).toEqual(new Set(['found', 'harmless']));
  });

  it('is found, bit by bit, in the pages that say where everything is, or changes nothing', async () => {
    const path = join(root, 'meta');
    // The last transaction is 7, then 9: a flipped bit can make 7 look like an earlier one than 6,
    // and 8 like a later one than 9.
    for (const commits of [7, 2]) {
      const all = await fill(path, commits);
      const small = readFileSync(join(path, 'data.mdb'));
      for (const offset of [0, 4096].flatMap(bytesOfFields)) {
        for (let bit = 0; bit < 8; bit += 1) {
          const changed = Buffer.from(small);
          changed[offset] = (changed[offset] ?? 0) ^ (1 << bit);
          writeFileSync(join(path, 'data.mdb'), changed);
          if (pageFaultIn(path) !== undefined) continue;
          const isSame = isDeepStrictEqual(await readAll(path, all), all);
          expect([offset, bit, isSame]).toEqual([offset, bit, true]);
        }
      }
      writeFileSync(join(path, 'data.mdb'), small);
    }
  });

  it('of a whole page, or of the end of the file, is found', async () => {
    const blank = Buffer.from(file);
    const inUse = file.indexOf('table/500') & ~4095;
    expect(await readRotten(blank.fill(0, inUse, inUse + 4096))).toBe('Corrupt');
    expect(await readRotten(file.subarray(0, file.length / 2))).toBe('Corrupt');
    expect(await readRotten(Buffer.alloc(file.length))).toBe('Corrupt');
  });

  it('is found if a write went to the place of another page', async () => {
    const inUse = file.indexOf('table/500') & ~4095;
    for (const page of [2, 5, 8]) {
      const changed = Buffer.from(file);
      file.copy(changed, inUse, page * 4096, (page + 1) * 4096);
      expect([page, await readRotten(changed)]).toEqual([page, 'Corrupt']);
    }
  });

  it('says where it is and what to do', async () => {
    const changed = Buffer.from(file);
    const key = changed.indexOf('table/500');
    changed[key + 6] = '7'.charCodeAt(0);
    expect(await readRotten(changed)).toBe('Corrupt');
    expect(() => openLmdbStore({ path: rotten })).toThrow(
      new RegExp(`^${rotten} is damaged: page .* Nothing of it was used.*quorate db import`),
    );
  });
});

describe('the look through the pages', () => {
  it('finds nothing in sound files, however they came to be', async () => {
    for (const commits of [1, 2, 3, 40]) {
      const path = join(root, `sound-${commits}`);
      const rows = await fill(path, commits);
      expect(pageFaultIn(path)).toBe(undefined);
      await fill(path, 3);
      expect(pageFaultIn(path)).toBe(undefined);
      expect(rows.length).toBeGreaterThan(30);
    }
  });

  it('finds nothing where there is no file', () => {
    expect(pageFaultIn(join(root, 'absent'))).toBe(undefined);
  });
});
