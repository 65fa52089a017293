import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statfsSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openLmdbStore } from '../lmdb-store.ts';
import { openWithRoom } from './room.ts';

let path: string;
beforeEach(() => {
  path = mkdtempSync(join(tmpdir(), 'quorate-room-'));
});
afterEach(() => rmSync(path, { recursive: true }));

/** A disk that takes nothing, which only a write shows. */
const FULL = '/dev/full';

// If LMDB opened them itself, each of these would end the process of the test.
describe('a store that cannot be opened is refused', () => {
  it.runIf(existsSync(FULL)).each(['lock.mdb', 'data.mdb.room'])(
    'where there is no room for %s',
    (file) => {
      symlinkSync(FULL, join(path, file));
      expect(() => openLmdbStore({ path })).toThrow(
        expect.objectContaining({ code: 'DiskFull', message: expect.stringContaining(path) }),
      );
    },
  );

  it('if its table of readers is not a file', () => {
    mkdirSync(join(path, 'lock.mdb'));
    expect(() => openLmdbStore({ path })).toThrow(/cannot be opened: EISDIR/);
  });
});

it('a store that was cut off before anything was in it begins anew', async () => {
  writeFileSync(join(path, 'data.mdb'), '');
  const store = openLmdbStore<number>({ path });
  store.write([{ type: 'Put', key: 'a', value: 1 }]);
  await new Promise((resolve) => store.flush(resolve));
  expect(store.get('a')).toBe(1);
  store.close();
  await store.closed;
});

describe('a transaction', () => {
  const LACKING = /^ENOSPC: \d+ bytes are free, and this may need \d+$/;
  const opened = (folder: string) =>
    openWithRoom({
      path: folder,
      encoding: 'binary',
      overlappingSync: false,
      eventTurnBatching: false,
    });
  const freeBytes = (): number => {
    const { bavail, bsize } = statfsSync(path);
    return bavail * bsize;
  };

  it('is for a disk that has room for it, and some to spare', async () => {
    const database = opened(path);
    expect(() => database.takeRoom?.(1, freeBytes())).toThrow(LACKING);
    database.takeRoom?.(1, 100)();
    await database.close();
  });

  it('takes its room from all others on the disk until it ends', async () => {
    const databases = [opened(join(path, 'one')), opened(join(path, 'other'))];
    const [one, other] = databases;
    // Three bytes of pages are counted for each byte: alone it has room.
    const most = Math.floor(freeBytes() / 4);
    const giveBack = one?.takeRoom?.(1, most);
    expect(() => other?.takeRoom?.(1, most)).toThrow(LACKING);
    giveBack?.();
    other?.takeRoom?.(1, most)();
    await Promise.all(databases.map((each) => each.close()));
  });

  it('gives its room back however it ends', async () => {
    const taken: number[] = [];
    let held = 0;
    let fails = false;
    const store = openLmdbStore<number>({
      path,
      openLmdb(options) {
        const database = openWithRoom(options);
        const batch = database.batch.bind(database);
        return Object.assign(database, {
          takeRoom() {
            held += 1;
            taken.push(held);
            return () => {
              held -= 1;
            };
          },
          batch: (action: () => void) =>
            fails ? Promise.reject(new Error('EIO: it failed')) : batch(action),
        });
      },
    });
    for (fails of [false, true, false]) {
      store.write([{ type: 'Put', key: 'a', value: 1 }]);
      await new Promise((resolve) => store.flush(resolve));
    }
    expect({ taken, held }).toEqual({ taken: [1, 1, 1], held: 0 });
    store.close();
    await store.closed;
  });

  it('that finds no room is never given to LMDB, and comes with the next flush', async () => {
    let isFull = true;
    const store = openLmdbStore<number>({
      path,
      openLmdb: (options) =>
        Object.assign(openWithRoom(options), {
          takeRoom(rows: number, bytes: number): () => void {
            expect([rows, bytes > 8]).toEqual([2, true]);
            if (isFull) throw new Error('ENOSPC: 0 bytes are free');
            return () => undefined;
          },
        }),
    });
    const flushed = () => new Promise((resolve) => store.flush(resolve));
    store.write([{ type: 'Put', key: 'a', value: 1 }]);
    expect(await flushed()).toMatchObject({
      code: 'DiskFull',
      retryable: true,
      message: expect.stringContaining('0 bytes are free'),
    });
    isFull = false;
    expect(await flushed()).toBe(undefined);
    store.close();
    await store.closed;
    const reopened = openLmdbStore<number>({ path });
    expect(reopened.get('a')).toBe(1);
    reopened.close();
    await reopened.closed;
  });
});
