import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serialize } from 'node:v8';
import { open } from 'lmdb';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openLmdbStore } from '../lmdb-store.ts';
import { EVERY_KEY } from '../store.ts';
import type { OpenLmdb } from './engine.ts';
import { decodeHeader, encodeHeader, FORMAT, HEADER_KEY } from './header.ts';
import { openWithRoom } from './room.ts';

let path = '';
beforeEach(() => {
  path = mkdtempSync(join(tmpdir(), 'quorate-format-'));
});
afterEach(() => rmSync(path, { recursive: true }));

/** Writes a database as another version would have. */
async function write(rows: readonly (readonly [string, Buffer])[]): Promise<void> {
  const database = open<Buffer, string>({ path, encoding: 'binary' });
  for (const [key, row] of rows) void database.put(key, row);
  await database.flushed;
  await database.close();
}

async function readAll(): Promise<unknown> {
  const store = openLmdbStore<unknown>({ path });
  const rows = [...store.scan(EVERY_KEY)];
  store.close();
  await store.closed;
  return rows;
}

const VALUES = Array.from({ length: 300 }, (_, index) => [
  `table/${String(index).padStart(4, '0')}`,
  { amount: BigInt(index), bytes: new Uint8Array(index) },
]) as readonly (readonly [string, unknown])[];

const FIRST_FORMAT = VALUES.map(([key, value]) => [key, serialize(value)] as const);

describe('the format of an LMDB store', () => {
  it('is brought up from the first one, once', async () => {
    await write(FIRST_FORMAT);
    expect(await readAll()).toEqual(VALUES);
    const file = readFileSync(join(path, 'data.mdb'));
    expect(await readAll()).toEqual(VALUES);
    expect(readFileSync(join(path, 'data.mdb'))).toEqual(file);
    const database = open<Buffer, string>({ path, encoding: 'binary', overlappingSync: false });
    const header = database.get(HEADER_KEY);
    await database.close();
    // A later version goes by it.
    expect(header && decodeHeader(header)).toEqual({ format: FORMAT });
  });

  it('gives back the room that it took to be brought up', async () => {
    await write(FIRST_FORMAT);
    const room = { taken: 0, held: 0 };
    const openLmdb: OpenLmdb = (options) =>
      Object.assign(openWithRoom(options), {
        takeRoom() {
          room.taken += 1;
          room.held += 1;
          return () => {
            room.held -= 1;
          };
        },
      });
    const store = openLmdbStore<unknown>({ path, openLmdb });
    expect(room).toEqual({ taken: 1, held: 0 });
    store.close();
    await store.closed;
  });

  it('is refused when a newer version wrote it, and nothing is changed', async () => {
    await write([[HEADER_KEY, encodeHeader({ format: FORMAT + 1 })]]);
    const file = readFileSync(join(path, 'data.mdb'));
    expect(() => openLmdbStore({ path })).toThrow(
      expect.objectContaining({
        code: 'NewerFormat',
        retryable: false,
        message: expect.stringMatching(/newer version of Quorate.*format is 3.*knows 2.*Use that/),
      }),
    );
    expect(readFileSync(join(path, 'data.mdb'))).toEqual(file);
  });

  it('has its files closed when it is refused', async () => {
    await write([[HEADER_KEY, encodeHeader({ format: FORMAT + 1 })]]);
    let closings = 0;
    const openLmdb: OpenLmdb = (options) => {
      const database = openWithRoom(options);
      const close = database.close.bind(database);
      return Object.assign(database, {
        close() {
          closings += 1;
          return close();
        },
      });
    };
    expect(() => openLmdbStore({ path, openLmdb })).toThrow(/newer version/);
    expect(closings).toBe(1);
  });

  it('is not taken for the first one when the row that names it is gone', async () => {
    const store = openLmdbStore<unknown>({ path });
    store.write([{ type: 'Put', key: 'a', value: 1 }]);
    await new Promise<unknown>((resolve) => store.flush(resolve));
    store.close();
    await store.closed;
    const database = open<Buffer, string>({ path, encoding: 'binary', overlappingSync: false });
    await database.remove(HEADER_KEY);
    await database.close();
    expect(() => openLmdbStore({ path })).toThrow(expect.objectContaining({ code: 'Corrupt' }));
  });
});

describe('the owner of an LMDB store', () => {
  const openAs = async (owner?: string, value?: number) => {
    const store = openLmdbStore<unknown>(owner === undefined ? { path } : { path, owner });
    if (value !== undefined) store.write([{ type: 'Put', key: 'a', value }]);
    await new Promise<unknown>((resolve) => store.flush(resolve));
    store.close();
    await store.closed;
  };

  it('is the node that wrote there first, or that took over an unnamed store, and no other', async () => {
    await write(FIRST_FORMAT);
    await readAll();
    for (const owner of ['v1', 'v2']) await openAs(owner);
    await openAs('v1', 1);
    await openAs('v1');
    // Whoever names nobody leaves it to its owner.
    await openAs(undefined, 2);
    expect(() => openLmdbStore({ path, owner: 'v2' })).toThrow(
      expect.objectContaining({
        code: 'ForeignStore',
        retryable: false,
        message: `${path} holds the store of v1, not of v2: put each back in its own place`,
      }),
    );
    expect(await readAll()).toHaveLength(VALUES.length + 1);
  });
});

describe('the file of an LMDB store', () => {
  it('grows by itself, by many small commits and by a large one', async () => {
    const store = openLmdbStore<Uint8Array>({ path });
    const flush = () => new Promise<unknown>((resolve) => store.flush(resolve));
    const large = new Uint8Array(1024 * 1024).fill(7);
    for (let commit = 0; commit < 10; commit += 1) {
      store.write([{ type: 'Put', key: `small/${commit}`, value: large.subarray(0, 40_000) }]);
      expect(await flush()).toBe(undefined);
    }
    for (let index = 0; index < 8; index += 1) {
      store.write([{ type: 'Put', key: `large/${index}`, value: large }]);
    }
    expect(await flush()).toBe(undefined);
    store.close();
    await store.closed;
    const reopened = openLmdbStore<Uint8Array>({ path });
    expect([...reopened.scan(EVERY_KEY)]).toHaveLength(18);
    expect(Buffer.compare(reopened.get('large/7') ?? new Uint8Array(), large)).toBe(0);
    reopened.close();
    await reopened.closed;
  });
});
