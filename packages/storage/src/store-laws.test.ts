import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMemoryStore } from './memory-store.ts';
import { EVERY_KEY, type FlushDone, type Store } from './store.ts';
import type { LawValue, StoreUnderTest } from './store-laws.ts';
import { storeLawList, storeLaws } from './store-laws.ts';

// The wrong stores must be caught on every run, not on most of them.
beforeAll(() => fc.configureGlobal({ seed: 20260101 }));
afterAll(() => fc.resetConfigureGlobal());

type Wrong = (right: Store<LawValue>) => Partial<Store<LawValue>>;

function wrongStore(wrong: Wrong): () => StoreUnderTest {
  return () => {
    const right = createMemoryStore<LawValue>();
    return { store: { ...right, ...wrong(right) } };
  };
}

function wrongScan(change: (pairs: Pairs, limit: number | undefined) => Pairs): Wrong {
  return (right) => ({
    scan: (range) => {
      const { limit, ...unlimited } = range;
      right.scan(range);
      return change([...right.scan(unlimited)], limit);
    },
  });
}

type Pairs = readonly (readonly [string, LawValue])[];

/** For each law, a store that breaks it and is otherwise right. */
const wrongStores: readonly { law: string; fault: string; create: () => StoreUnderTest }[] = [
  {
    law: 'get and scan agree with the model after any steps',
    fault: 'keeps a write to itself until the next flush',
    create: wrongStore(hidesUnflushed),
  },
  {
    law: 'a batch with an invalid key anywhere changes nothing',
    fault: 'writes a batch one by one',
    create: wrongStore((right) => ({
      write: (batch) => {
        for (const write of batch) right.write([write]);
      },
    })),
  },
  {
    law: 'the later of two writes to one key wins',
    fault: 'applies a batch from its end',
    create: wrongStore((right) => ({ write: (batch) => right.write(batch.toReversed()) })),
  },
  {
    law: 'a delete removes its key alone, and nothing when the key is absent',
    fault: 'loses deletes',
    create: wrongStore((right) => ({
      write: (batch) => {
        right.write(batch);
        const put = new Map(batch.flatMap((w) => (w.type === 'Put' ? [[w.key, w]] : [])));
        right.write([...put.values()]);
      },
    })),
  },
  {
    law: 'get refuses an invalid key',
    fault: 'finds nothing under an invalid key',
    create: wrongStore((right) => ({ get: (key) => (key === '' ? undefined : right.get(key)) })),
  },
  {
    law: 'scan ascends in byte order',
    fault: 'scans without regard to case',
    create: wrongStore(
      wrongScan((pairs, limit) =>
        pairs
          .toSorted((left, right) => (left[0].toLowerCase() < right[0].toLowerCase() ? -1 : 1))
          .slice(0, limit),
      ),
    ),
  },
  {
    law: 'scan includes from and excludes to',
    fault: 'includes to',
    create: wrongStore((right) => ({
      scan: ({ to, ...range }) => right.scan({ ...range, to: `${to} ` }),
    })),
  },
  {
    law: 'scan includes from and excludes to',
    fault: 'excludes from',
    create: wrongStore((right) => ({
      scan: (range) => [...right.scan(range)].filter(([key]) => key !== range.from),
    })),
  },
  {
    law: 'scan returns the first pairs up to the limit',
    fault: 'ignores the limit',
    create: wrongStore(wrongScan((pairs) => pairs)),
  },
  {
    law: 'scan returns the first pairs up to the limit',
    fault: 'takes the limit from the end',
    create: wrongStore(
      wrongScan((pairs, limit = pairs.length) => pairs.slice(Math.max(0, pairs.length - limit))),
    ),
  },
  {
    law: 'scan refuses a limit that is not a non-negative integer',
    fault: 'takes a negative limit for none',
    create: wrongStore((right) => ({
      scan: ({ limit, ...unlimited }) =>
        right.scan(limit === undefined || limit < 0 ? unlimited : { ...unlimited, limit }),
    })),
  },
  {
    law: 'scan is a view of the moment of the call',
    fault: 'scans when it is iterated',
    create: wrongStore((right) => ({
      scan: (range) => {
        right.scan(range);
        return { [Symbol.iterator]: () => right.scan(range)[Symbol.iterator]() };
      },
    })),
  },
  {
    law: 'flush calls back exactly once, in the order of the calls',
    fault: 'never calls back',
    create: wrongStore((right) => ({ flush: () => right.flush(() => undefined) })),
  },
  {
    law: 'flush calls back exactly once, in the order of the calls',
    fault: 'calls back twice',
    create: wrongStore((right) => ({
      flush: (done) => {
        right.flush(done);
        right.flush(done);
      },
    })),
  },
  {
    law: 'flush calls back exactly once, in the order of the calls',
    fault: 'calls back the latest flush first',
    create: () => createLateStore((waiting) => waiting.pop()),
  },
  {
    law: 'flush calls back exactly once although the store closes',
    fault: 'forgets the flushes under way when it closes',
    create: () => createLateStore((waiting, isClosed) => (isClosed ? undefined : waiting.shift())),
  },
  {
    law: 'flush calls back nobody while the disk is held back',
    fault: 'does not wait for its disk',
    create: () => ({
      store: createMemoryStore(),
      disk: {
        hold: () => undefined,
        release: () => undefined,
        standstill: () => Promise.resolve(),
      },
    }),
  },
  {
    law: 'get and scan show what was written over flushed rows',
    fault: 'scans a flushed row although it was deleted since',
    create: wrongStore(showsDeleted),
  },
  {
    law: 'a reopened store holds every flushed batch and no half of another',
    fault: 'calls back before a flush is durable',
    create: () => createDurableStore((journal) => journal.slice(0, -1)),
  },
  {
    law: 'a reopened store holds every flushed batch and no half of another',
    fault: 'keeps half of a batch that was not flushed',
    create: () => createDurableStore((journal, unflushed) => [...journal, ...halves(unflushed)]),
  },
  {
    law: 'a closed store refuses every call',
    fault: 'can be read after it was closed',
    create: wrongStore((right) => {
      let isClosed = false;
      return {
        get: (key) => (isClosed ? undefined : right.get(key)),
        close: () => {
          right.close();
          isClosed = true;
        },
      };
    }),
  },
];

function showsDeleted(right: Store<LawValue>): Partial<Store<LawValue>> {
  let flushed: Pairs = [];
  return {
    flush: (done) => {
      flushed = [...right.scan(EVERY_KEY)];
      right.flush(done);
    },
    scan: ({ from, to, limit }) => {
      right.scan({ from, to, ...(limit === undefined ? {} : { limit }) });
      const stale = flushed.filter(([key]) => from <= key && key < to);
      const all = new Map([...stale, ...right.scan({ from, to })]);
      return [...all].sort(([one], [other]) => (one < other ? -1 : 1)).slice(0, limit);
    },
  };
}

function hidesUnflushed(right: Store<LawValue>): Partial<Store<LawValue>> {
  const hidden: Batch[] = [];
  return {
    write: (batch) => void hidden.push(batch),
    flush: (done) => {
      for (const batch of hidden.splice(0)) right.write(batch);
      right.flush(done);
    },
  };
}

/** Creates a store whose flushes end when the law settles, in the order that `next` decides. */
function createLateStore(
  next: (waiting: FlushDone[], isClosed: boolean) => FlushDone | undefined,
): StoreUnderTest {
  const right = createMemoryStore<LawValue>();
  const waiting: FlushDone[] = [];
  let isClosed = false;
  return {
    store: {
      ...right,
      flush: (done) => right.flush(() => waiting.push(done)),
      close: () => {
        right.close();
        isClosed = true;
      },
    },
    settle: () => {
      for (let done = next(waiting, isClosed); done; done = next(waiting, isClosed))
        done(undefined);
    },
  };
}

type Batch = Parameters<Store<LawValue>['write']>[0];

/** Creates a store that is rebuilt from the batches that `kept` picks. */
function createDurableStore(
  kept: (flushed: readonly Batch[], unflushed: readonly Batch[]) => readonly Batch[],
): StoreUnderTest {
  const right = createMemoryStore<LawValue>();
  const flushed: Batch[] = [];
  const unflushed: Batch[] = [];
  const write = (batch: Batch): void => {
    right.write(batch);
    unflushed.push(batch);
  };
  const flush = (done: FlushDone): void => {
    flushed.push(...unflushed.splice(0));
    right.flush(done);
  };
  const reopen = (): Store<LawValue> => {
    const reopened = createMemoryStore<LawValue>();
    for (const batch of kept(flushed, unflushed)) reopened.write(batch);
    return reopened;
  };
  return { store: { ...right, write, flush }, reopen };
}

function halves(batches: readonly Batch[]): readonly Batch[] {
  return batches.map((batch) => batch.slice(0, Math.ceil(batch.length / 2)));
}

storeLaws('store that calls back late', () => createLateStore((waiting) => waiting.shift()));
storeLaws('durable store', () => createDurableStore((flushed) => flushed));
storeLaws('durable store that keeps more than it must', () =>
  createDurableStore((flushed, unflushed) => [...flushed, ...unflushed]),
);

describe('the store laws bite', () => {
  for (const { law, fault, create } of wrongStores) {
    it(`"${law}" catches a store that ${fault}`, async () => {
      const broken: string[] = [];
      for (const { name, check } of storeLawList) {
        await check(create).catch(() => broken.push(name));
      }
      expect(broken).toContain(law);
    });
  }

  it('has a wrong store for every law', () => {
    const caught = new Set(wrongStores.map(({ law }) => law));
    expect(caught).toEqual(new Set(storeLawList.map(({ name }) => name)));
  });
});
