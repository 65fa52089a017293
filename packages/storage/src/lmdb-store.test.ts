import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { open } from 'lmdb';
import { describe, expect, it } from 'vitest';
import type { OpenLmdb } from './lmdb/engine.ts';
import { type LmdbStore, openLmdbStore } from './lmdb-store.ts';
import type { StoreError } from './store.ts';
import { type LawValue, type StoreUnderTest, storeLaws } from './store-laws.ts';

function temporaryFolder(): string {
  return mkdtempSync(join(tmpdir(), 'quorate-lmdb-'));
}

function flushed<V>(store: LmdbStore<V>): Promise<StoreError | undefined> {
  return new Promise((resolve) => store.flush(resolve));
}

function closeIfOpen<V>(store: LmdbStore<V>): Promise<void> {
  try {
    store.close();
  } catch {
    // A law has closed it.
  }
  return store.closed;
}

function createSubject(): StoreUnderTest {
  const path = temporaryFolder();
  const opened = [openLmdbStore<LawValue>({ path })];
  const [store] = opened;
  if (store === undefined) throw new Error('no store was opened');
  return {
    store,
    async settle() {
      let isClosed = false;
      try {
        await flushed(store);
      } catch {
        isClosed = true;
      }
      if (isClosed) await store.closed;
    },
    async reopen() {
      await closeIfOpen(store);
      const reopened = openLmdbStore<LawValue>({ path });
      opened.push(reopened);
      return reopened;
    },
    async dispose() {
      for (const each of opened) await closeIfOpen(each);
      rmSync(path, { recursive: true });
    },
  };
}

storeLaws('LMDB store', createSubject);

describe('openLmdbStore', () => {
  it('shares one flush among all that wait while another is under way (V8)', async () => {
    const path = temporaryFolder();
    const store = openLmdbStore<number>({ path });
    const order: string[] = [];
    const flush = (name: string) =>
      new Promise<void>((resolve) => {
        store.flush((failure) => {
          order.push(failure === undefined ? name : failure.code);
          resolve();
        });
      });
    store.write([{ type: 'Put', key: 'a', value: 1 }]);
    const first = flush('first');
    store.write([{ type: 'Put', key: 'b', value: 2 }]);
    const second = flush('second');
    store.write([{ type: 'Put', key: 'c', value: 3 }]);
    const third = flush('third');
    expect(order).toEqual([]);
    await Promise.all([first, second, third]);
    expect(order).toEqual(['first', 'second', 'third']);
    await closeIfOpen(store);
    const reopened = openLmdbStore<number>({ path });
    expect([...reopened.scan({ from: '', to: '\x7f' })]).toEqual([
      ['a', 1],
      ['b', 2],
      ['c', 3],
    ]);
    await closeIfOpen(reopened);
    rmSync(path, { recursive: true });
  });

  it('V8 reports a failed transaction only to those who waited for it, and closes once after it', async () => {
    const path = temporaryFolder();
    let failures = 1;
    let closings = 0;
    const openLmdb = ((options: Parameters<typeof open<Buffer, string>>[0]) => {
      const database = open<Buffer, string>(options);
      const { batch, close } = database;
      return Object.assign(database, {
        batch(act: () => void) {
          failures -= 1;
          return failures < 0 ? batch.call(database, act) : Promise.reject(new Error('EIO'));
        },
        close() {
          closings += 1;
          return close.call(database);
        },
      });
    }) as OpenLmdb;
    const store = openLmdbStore<number>({ path, openLmdb });
    store.write([{ type: 'Put', key: 'a', value: 1 }]);
    const heard: (string | undefined)[] = [];
    store.flush((failure) => {
      heard.push(failure?.code);
      store.flush((next) => {
        heard.push(next?.code);
        failures = 1;
        store.write([{ type: 'Put', key: 'b', value: 2 }]);
        store.flush((last) => {
          heard.push(last?.code);
          store.close();
        });
      });
    });
    await store.closed;
    expect([heard, closings]).toEqual([['FlushFailed', undefined, 'FlushFailed'], 1]);
    rmSync(path, { recursive: true });
  });

  it('says which folder it cannot open', () => {
    expect(() => openLmdbStore({ path: '/dev/null/store' })).toThrow(/\/dev\/null/);
  });
});
