import { describe, expect, it } from 'vitest';
import { createPowerCutLmdb, type Durability, standstill } from '../laws/power-cut.ts';
import { openLmdbStore } from '../lmdb-store.ts';
import type { StoreError } from '../store.ts';
import { type LawValue, type StoreUnderTest, storeLawList, storeLaws } from '../store-laws.ts';
import type { OpenLmdb } from './engine.ts';

function later(commit: () => void): void {
  void Promise.resolve().then(commit);
}

/** Opens a store over a disk whose power can be cut; `bend` makes it a wrong one. */
function subject(
  bend: (open: OpenLmdb) => OpenLmdb = (open) => open,
  gather?: (commit: () => void) => void,
): StoreUnderTest {
  const lmdb = createPowerCutLmdb();
  const gathering = gather === undefined ? {} : { gather };
  const options = { path: '/nowhere', openLmdb: bend(lmdb.open), ...gathering };
  const store = openLmdbStore<LawValue>(options);
  return {
    store,
    disk: { ...lmdb, standstill },
    settle: standstill,
    reopen() {
      lmdb.cut();
      return openLmdbStore<LawValue>(options);
    },
  };
}

storeLaws('LMDB store whose power is cut', () => subject());
storeLaws('LMDB store that gathers, whose power is cut', () => subject(undefined, later));

/** Opens LMDB with these options whatever the store asks for. */
function withOptions(given: Durability) {
  return (open: OpenLmdb): OpenLmdb =>
    ((asked: Parameters<OpenLmdb>[0]) => open({ ...asked, ...given })) as OpenLmdb;
}

const HELD_BACK = 'flush calls back nobody while the disk is held back';
const POWER_CUT = 'a reopened store holds every flushed batch and no half of another';

describe('V8 the laws of a flush', () => {
  it.each([
    ['resolves at the commit', withOptions({ overlappingSync: true }), [HELD_BACK]],
    [
      'opens with noSync',
      withOptions({ noSync: true, overlappingSync: false }),
      [HELD_BACK, POWER_CUT],
    ],
  ])('catch a store that %s', async (_fault, bend, laws) => {
    const broken: string[] = [];
    for (const { name, check } of storeLawList) {
      await check(() => subject(bend)).catch(() => broken.push(name));
    }
    expect(broken).toEqual(laws);
  });
});

describe('a commit that fails', () => {
  it.each([
    ['ENOSPC: No space left on device', 'DiskFull'],
    ['EFBIG: File too large', 'DiskFull'],
    ['EIO: Input/output error', 'FlushFailed'],
  ])('with %s is reported as %s, and the next flush covers it too', async (reason, code) => {
    const lmdb = createPowerCutLmdb();
    let isBroken = true;
    // As the package does it: the reason comes later, in a promise of the error.
    const openLmdb = ((options: Parameters<OpenLmdb>[0]) => {
      const database = lmdb.open(options);
      return {
        ...database,
        get: database.get,
        batch: async (act: () => void) => {
          if (!isBroken) return await database.batch(act);
          const commitError = Promise.resolve().then(() => Promise.reject(new Error(reason)));
          throw Object.assign(new Error('Commit failed (see commitError)'), { commitError });
        },
      };
    }) as unknown as OpenLmdb;
    const store = openLmdbStore<number>({ path: '/nowhere', openLmdb });
    const outcomes: (StoreError | undefined)[] = [];
    store.write([{ type: 'Put', key: 'a', value: 1 }]);
    store.flush((failure) => outcomes.push(failure));
    await standstill();
    expect(outcomes).toEqual([expect.objectContaining({ code, retryable: true })]);
    expect(outcomes[0]?.message).toContain('/nowhere');
    expect(store.get('a')).toBe(1);
    isBroken = false;
    store.flush((failure) => outcomes.push(failure));
    await standstill();
    lmdb.cut();
    expect(outcomes[1]).toBe(undefined);
    expect(openLmdbStore<number>({ path: '/nowhere', openLmdb }).get('a')).toBe(1);
  });
});

describe('V8 what is flushed', () => {
  /** Opens a store that counts its commits and the rows that they put. */
  function counting(gather: (commit: () => void) => void) {
    const lmdb = createPowerCutLmdb();
    const count = { commits: 0, rows: 0 };
    const openLmdb = ((options: Parameters<OpenLmdb>[0]) => {
      const database = lmdb.open(options);
      return {
        ...database,
        get: database.get,
        batch(act: () => void) {
          count.commits += 1;
          return database.batch(act);
        },
        put(key: string, row: Buffer) {
          count.rows += 1;
          return database.put(key, row);
        },
      };
    }) as unknown as OpenLmdb;
    return { count, store: openLmdbStore<number>({ path: '/nowhere', openLmdb, gather }) };
  }

  const write = (key: string) => [{ type: 'Put', key, value: 1 }] as const;

  it('is committed once, even if a callback flushes again', async () => {
    const { count, store } = counting((commit) => commit());
    const steps = ['a', 'b', 'c'];
    const writeNext = (): void => {
      const key = steps.shift();
      if (key === undefined) return;
      store.write(write(key));
      store.flush(writeNext);
    };
    writeNext();
    await standstill();
    expect(count.commits).toBe(3);
  });

  it('is not written again by the commits after it', async () => {
    const { count, store } = counting((commit) => commit());
    const rows: number[] = [];
    for (const key of ['a', 'b', 'c']) {
      store.write(write(key));
      store.flush(() => rows.push(count.rows));
      await standstill();
    }
    // The first commit puts the header, too.
    expect(rows).toEqual([2, 3, 4]);
  });

  it('is one commit with all that is written until it runs, also if the store closes', async () => {
    const gathered: (() => void)[] = [];
    const { count, store } = counting((commit) => gathered.push(commit));
    const outcomes: (StoreError | undefined)[] = [];
    for (const key of ['a', 'b', 'c']) {
      store.write(write(key));
      store.flush((failure) => outcomes.push(failure));
    }
    store.close();
    await standstill();
    expect([outcomes, gathered.length]).toEqual([[], 1]);
    gathered[0]?.();
    await store.closed;
    expect([outcomes, count.commits]).toEqual([[undefined, undefined, undefined], 1]);
  });
});
