import { createManualClock } from '@quorate/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyBatch, batches, contentOf, type Model } from './laws/model.ts';
import { createMemoryStore } from './memory-store.ts';
import { createSimulatedStore, type SimulatedStore, type Survives } from './simulated-store.ts';
import type { LawValue, StoreUnderTest } from './store-laws.ts';
import { storeLawList, storeLaws } from './store-laws.ts';
import { createUndoLog } from './undo-log.ts';

const MS = 1_000_000n;

function subject(survives: Survives, flushTime: bigint): StoreUnderTest {
  const clock = createManualClock();
  const store = createSimulatedStore<LawValue>({ clock, flushTime: () => flushTime });
  return {
    store,
    settle: () => clock.advance(1_000n * MS),
    reopen: () => {
      store.crash(survives);
      return store;
    },
  };
}

/** Draws the same places to tear at every time; `at` is a fraction. */
const tearing = (at: number): Survives => ({
  keep: 'torn',
  below(n) {
    expect(n).toBeGreaterThan(0);
    return Math.floor(at * n);
  },
});

storeLaws('simulated store that loses what was not flushed', () =>
  subject({ keep: 'synced' }, 5n * MS),
);
storeLaws('simulated store whose process alone dies', () => subject({ keep: 'all' }, 5n * MS));
storeLaws('simulated store that tears at once', () => subject(tearing(0), 5n * MS));
storeLaws('simulated store that tears halfway', () => subject(tearing(0.5), 5n * MS));
storeLaws('simulated store with flushes that take no time', () => subject(tearing(0.9), 0n));

const some = fc.array(batches, { maxLength: 5 });

/** Gives a store that holds these batches, the first flushed and the second not. */
function written(
  flushed: readonly Parameters<SimulatedStore<LawValue>['write']>[0][],
  unflushed: readonly Parameters<SimulatedStore<LawValue>['write']>[0][],
) {
  const store = createSimulatedStore<LawValue>({ clock: createManualClock() });
  for (const batch of flushed) store.write(batch);
  store.flush(() => undefined);
  for (const batch of unflushed) store.write(batch);
  return { store, durable: flushed.reduce<Model>(applyBatch, []) };
}

describe('a simulated store', () => {
  it('tells whether all that was written is durable, also after a crash that leaves everything', () => {
    const value: LawValue = { sequence: 1, amount: 1n, bytes: new Uint8Array(), memo: null };
    const put = (key: string) => [{ type: 'Put', key, value }] as const;
    const { store } = written([put('a')], []);
    expect(store.isSynced()).toBe(true);
    store.write(put('b'));
    expect(store.batches()).toEqual({ written: 2, durable: 1 });
    store.crash({ keep: 'all' });
    expect(store.isSynced()).toBe(false);
    store.flush(() => undefined);
    expect(store.isSynced()).toBe(true);
    store.write(put('c'));
    store.crash({ keep: 'synced' });
    expect(store.isSynced()).toBe(true);
  });
});

describe('a crash of a simulated store', () => {
  it('takes exactly what was not flushed', () => {
    fc.assert(
      fc.property(some, some, (flushed, unflushed) => {
        const { store, durable } = written(flushed, unflushed);
        store.crash({ keep: 'synced' });
        expect(contentOf(store)).toEqual(durable);
      }),
    );
  });

  it('of the process alone takes nothing, and a later loss of power takes the rest', () => {
    fc.assert(
      fc.property(some, some, (flushed, unflushed) => {
        const { store, durable } = written(flushed, unflushed);
        store.crash({ keep: 'all' });
        expect(contentOf(store)).toEqual(unflushed.reduce(applyBatch, durable));
        store.crash({ keep: 'synced' });
        expect(contentOf(store)).toEqual(durable);
      }),
    );
  });

  it('that tears keeps a prefix of the batches, which a second crash cannot take', () => {
    const place = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
    fc.assert(
      fc.property(some, some, place, (flushed, unflushed, at) => {
        const { store, durable } = written(flushed, unflushed);
        store.crash(tearing(at));
        const whole = Math.floor(at * unflushed.length);
        const kept = unflushed.slice(0, whole).reduce(applyBatch, durable);
        expect(contentOf(store)).toEqual(kept);
        store.crash({ keep: 'synced' });
        expect(contentOf(store)).toEqual(kept);
      }),
    );
  });

  it('ends flushes under way: they call nobody back, and make nothing durable', () => {
    const clock = createManualClock();
    const store = createSimulatedStore<LawValue>({ clock, flushTime: () => 5n * MS });
    let calls = 0;
    store.write([{ type: 'Put', key: 'a', value: VALUE }]);
    store.flush(() => {
      calls += 1;
    });
    clock.advance(4n * MS);
    store.crash({ keep: 'synced' });
    clock.advance(10n * MS);
    expect({ calls, content: contentOf(store) }).toEqual({ calls: 0, content: [] });
  });

  it('leaves the store as good as new', () => {
    fc.assert(
      fc.property(some, some, some, (flushed, lost, later) => {
        const { store, durable } = written(flushed, lost);
        store.crash({ keep: 'synced' });
        for (const batch of later) store.write(batch);
        const model = later.reduce(applyBatch, durable);
        expect(contentOf(store)).toEqual(model);
        store.flush((failure) => expect(failure).toBe(undefined));
        store.crash({ keep: 'synced' });
        expect(contentOf(store)).toEqual(model);
      }),
    );
  });
});

interface PastStep {
  readonly batch: Parameters<SimulatedStore<LawValue>['write']>[0];
  readonly isFlushed: boolean;
}

const anyStep: fc.Arbitrary<PastStep> = fc.record({ batch: batches, isFlushed: fc.boolean() });

/** Gives a store with a past of one step a nanosecond, and what was durable after each. */
function lived(steps: readonly PastStep[]) {
  const clock = createManualClock();
  const store = createSimulatedStore<LawValue>({ clock, keepsHistory: true });
  const start = clock.now();
  const models: Model[] = [[]];
  let model: Model = [];
  for (const { batch, isFlushed } of steps) {
    clock.advance(1n);
    store.write(batch);
    model = applyBatch(model, batch);
    if (isFlushed) store.flush(() => undefined);
    models.push(isFlushed ? model : (models.at(-1) ?? []));
  }
  return { store, start, models };
}

describe('an old backup', () => {
  it('holds what was durable at its time, and then what is flushed on top of it', () => {
    fc.assert(
      fc.property(fc.array(anyStep), fc.nat({ max: 12 }), anyStep, (steps, age, next) => {
        const { store, start, models } = lived(steps);
        store.restore(start + BigInt(age));
        const restored = models[Math.min(age, steps.length)] ?? [];
        expect(contentOf(store)).toEqual(restored);
        store.write(next.batch);
        expect(store.isSynced()).toBe(false);
        if (next.isFlushed) store.flush(() => undefined);
        store.crash({ keep: 'synced' });
        const kept = next.isFlushed ? applyBatch(restored, next.batch) : restored;
        expect(contentOf(store)).toEqual(kept);
      }),
    );
  });
});

describe('a simulated disk', () => {
  it('takes its time for a flush, and lets no flush overtake another', () => {
    const clock = createManualClock();
    const times = [7n * MS, 1n * MS, 0n];
    const store = createSimulatedStore({ clock, flushTime: () => times.shift() ?? 0n });
    const begun = clock.now();
    const ends: bigint[] = [];
    for (let count = 0; count < 3; count += 1) store.flush(() => ends.push(clock.now() - begun));
    clock.advance(6n * MS);
    expect(ends).toEqual([]);
    clock.advance(1n * MS);
    expect(ends).toEqual([7n * MS, 7n * MS, 7n * MS]);
  });

  it('waits for no flush that a crash has ended', () => {
    const clock = createManualClock();
    const times = [7n * MS, 0n, 1n * MS];
    const store = createSimulatedStore({ clock, flushTime: () => times.shift() ?? 0n });
    const ends: string[] = [];
    store.flush(() => ends.push('before the crash'));
    store.crash({ keep: 'synced' });
    store.flush(() => ends.push('at once'));
    expect(ends).toEqual(['at once']);
    store.flush(() => ends.push('in its time'));
    clock.advance(1n * MS);
    store.close();
    expect(ends).toEqual(['at once', 'in its time']);
  });

  it('refuses a write that fails, with nothing written, and any once it is closed', () => {
    const store = createSimulatedStore<LawValue>({
      clock: createManualClock(),
      fails: (call) => call === 'write',
    });
    expect(() => store.write([{ type: 'Put', key: 'a', value: VALUE }])).toThrow(
      expect.objectContaining({ code: 'WriteFailed' }),
    );
    expect(contentOf(store)).toEqual([]);
    store.close();
    expect(() => store.write([])).toThrow(expect.objectContaining({ code: 'Closed' }));
  });

  it('makes nothing durable by a flush that fails, and all of it by the next', () => {
    let isBroken = true;
    const store = createSimulatedStore<LawValue>({
      clock: createManualClock(),
      fails: (call) => call === 'flush' && isBroken,
    });
    const outcomes: (string | undefined)[] = [];
    store.write([{ type: 'Put', key: 'a', value: VALUE }]);
    store.flush((failure) => outcomes.push(failure?.code));
    isBroken = false;
    store.flush((failure) => outcomes.push(failure?.code));
    store.crash({ keep: 'synced' });
    expect(outcomes).toEqual(['FlushFailed', undefined]);
    expect(store.get('a')).toEqual(VALUE);
  });
});

describe('rot of a simulated disk', () => {
  it('is never served: a read of the row is refused until it is overwritten or restored', () => {
    const place = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
    fc.assert(
      fc.property(batches, place, fc.boolean(), (batch, at, isOverwritten) => {
        const store = createSimulatedStore<LawValue>({ clock: createManualClock() });
        store.write(batch);
        const model = contentOf(store);
        const repair = store.rot((n) => Math.floor(at * n));
        expect(repair === undefined).toBe(model.length === 0);
        if (repair === undefined) return;
        const [key, value] = model[Math.floor(at * model.length)] ?? ['', VALUE];
        const corrupt = expect.objectContaining({ code: 'Corrupt', retryable: false });
        expect(() => store.get(key)).toThrow(corrupt);
        expect(() => store.scan({ from: key, to: `${key} ` })).toThrow(corrupt);
        expect(() => contentOf(store)).toThrow(corrupt);
        for (const [other, its] of model) if (other !== key) expect(store.get(other)).toEqual(its);
        if (isOverwritten) store.write([{ type: 'Put', key, value }]);
        else repair();
        expect(contentOf(store)).toEqual(model);
      }),
    );
  });

  it('is not repaired by who repairs an earlier rot of the row', () => {
    const store = createSimulatedStore<LawValue>({ clock: createManualClock() });
    store.write([{ type: 'Put', key: 'a', value: VALUE }]);
    const [early, late] = [store.rot(() => 0), store.rot(() => 0)];
    early?.();
    expect(() => store.get('a')).toThrow(expect.objectContaining({ code: 'Corrupt' }));
    late?.();
    expect(store.get('a')).toEqual(VALUE);
  });

  it('goes with a row that a crash takes, and stays with one that was flushed', () => {
    const store = createSimulatedStore<LawValue>({ clock: createManualClock() });
    const corrupt = expect.objectContaining({ code: 'Corrupt' });
    store.write([{ type: 'Put', key: 'a', value: VALUE }]);
    store.rot(() => 0);
    expect(() => contentOf(store)).toThrow(corrupt);
    store.crash({ keep: 'synced' });
    expect(contentOf(store)).toEqual([]);
    store.write([{ type: 'Put', key: 'a', value: VALUE }]);
    store.flush(() => undefined);
    store.rot(() => 0);
    store.crash({ keep: 'synced' });
    expect(() => contentOf(store)).toThrow(corrupt);
  });

  it('goes with a row that a crash replaces by an earlier one', () => {
    const store = createSimulatedStore<LawValue>({ clock: createManualClock() });
    store.write([{ type: 'Put', key: 'a', value: VALUE }]);
    store.flush(() => undefined);
    store.write([{ type: 'Put', key: 'a', value: { ...VALUE } }]);
    store.rot(() => 0);
    expect(() => contentOf(store)).toThrow(expect.objectContaining({ code: 'Corrupt' }));
    store.crash({ keep: 'synced' });
    expect(contentOf(store)).toEqual([['a', VALUE]]);
  });
});

describe('rot under a row that was written over', () => {
  const overwritten = () => {
    const store = createSimulatedStore<LawValue>({ clock: createManualClock() });
    store.write([{ type: 'Put', key: 'a', value: VALUE }]);
    store.flush(() => undefined);
    const repair = store.rot(() => 0);
    store.write([{ type: 'Put', key: 'a', value: { ...VALUE } }]);
    store.write([{ type: 'Delete', key: 'a' }]);
    expect(contentOf(store)).toEqual([]);
    return { store, repair };
  };

  it('comes back when a crash takes what was written, until the row is restored', () => {
    const { store, repair } = overwritten();
    store.crash({ keep: 'all' });
    expect(contentOf(store)).toEqual([]);
    store.crash({ keep: 'synced' });
    expect(() => contentOf(store)).toThrow(expect.objectContaining({ code: 'Corrupt' }));
    repair?.();
    expect(contentOf(store)).toEqual([['a', VALUE]]);
  });

  it('is gone with the row once that is flushed', () => {
    const { store } = overwritten();
    store.flush(() => undefined);
    store.crash({ keep: 'synced' });
    expect(contentOf(store)).toEqual([]);
  });
});

describe('a simulated disk that is full', () => {
  it('acknowledges nothing, and everything with the next flush once there is room', () => {
    fc.assert(
      fc.property(batches, batches, (before, during) => {
        const store = createSimulatedStore<LawValue>({ clock: createManualClock() });
        const outcomes: (string | undefined)[] = [];
        const flush = () => store.flush((failure) => outcomes.push(failure?.code));
        store.write(before);
        flush();
        const makeRoom = store.fill();
        store.write(during);
        flush();
        makeRoom();
        flush();
        store.crash({ keep: 'synced' });
        expect(outcomes).toEqual([undefined, 'DiskFull', undefined]);
        expect(contentOf(store)).toEqual(applyBatch(applyBatch([], before), during));
      }),
    );
  });
});

it('recovery that overlooks a torn batch breaks the laws', async () => {
  const law = storeLawList.find(({ name }) => name.startsWith('a reopened store'));
  const careless = (): StoreUnderTest => {
    const store = createMemoryStore<LawValue>();
    const log = createUndoLog(store, false);
    return {
      store: {
        ...store,
        write: log.write,
        flush: (done) => {
          log.sync(log.written(), 0n);
          done(undefined);
        },
      },
      reopen: () => {
        log.cut(0, Math.floor(log.rowsOf(0) / 2));
        return store;
      },
    };
  };
  await expect(law?.check(careless)).rejects.toThrow('Property failed');
});

const VALUE: LawValue = { sequence: 1, amount: 2n, bytes: new Uint8Array([3]), memo: null };
