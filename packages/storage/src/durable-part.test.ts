import { createManualClock } from '@quorate/testkit';
import { describe, expect, it } from 'vitest';
import { createSimulatedStore, type SimulatedStoreOptions } from './simulated-store.ts';

/**
 * A store of numbers on a disk whose flushes take these times, one after the other; later ones take
 * no time.
 */
function diskOf(times: readonly bigint[] = [], options: Partial<SimulatedStoreOptions> = {}) {
  const clock = createManualClock();
  const left = [...times];
  const flushTime = () => left.shift() ?? 0n;
  const store = createSimulatedStore<number>({ clock, flushTime, ...options });
  const ended: (string | undefined)[] = [];
  return {
    clock,
    store,
    ended,
    put: (key: string, value: number) => store.write([{ type: 'Put', key, value }]),
    flush: () => store.flush((failure) => ended.push(failure?.code)),
    loseUnsynced: () => store.crash({ keep: 'synced' }),
  };
}

describe('what is durable of a simulated store', () => {
  it('is nothing that was written after the flush was asked for, however much was flushed before', () => {
    const { clock, store, put, flush, loseUnsynced } = diskOf([0n, 5n]);
    put('a', 1);
    flush();
    put('b', 2);
    flush();
    put('c', 3);
    clock.advance(10n);
    expect(store.isSynced()).toBe(false);
    loseUnsynced();
    expect(['a', 'b', 'c'].map(store.get)).toEqual([1, 2, undefined]);
  });

  it('is nothing of a flush that finds the disk full', () => {
    const { store, put, flush, loseUnsynced, ended } = diskOf();
    store.fill();
    put('a', 1);
    flush();
    expect([ended, store.isSynced()]).toEqual([['DiskFull'], false]);
    loseUnsynced();
    expect(store.get('a')).toBeUndefined();
  });

  it('is nothing that was written after an old backup was put back, until it is flushed', () => {
    const { clock, store, put, flush, loseUnsynced } = diskOf([], { keepsHistory: true });
    for (const value of [1, 2]) {
      put('a', value);
      flush();
      clock.advance(10n);
    }
    store.restore(clock.now() - 15n);
    put('b', 3);
    expect(store.isSynced()).toBe(false);
    loseUnsynced();
    expect(['a', 'b'].map(store.get)).toEqual([1, undefined]);
  });
});

describe('the trouble of a simulated disk', () => {
  it('of a full disk lasts until everything that fills it is gone', () => {
    const { store, put, flush, ended } = diskOf();
    const [first, second] = [store.fill(), store.fill()];
    put('a', 1);
    for (const makeRoom of [first, second]) {
      makeRoom();
      flush();
    }
    expect(ended).toEqual(['DiskFull', undefined]);
  });

  it('of an overwritten row stays away if only a later write is lost', () => {
    const { store, put, flush, loseUnsynced } = diskOf();
    put('a', 1);
    flush();
    store.rot(() => 0);
    put('a', 1);
    flush();
    put('a', 3);
    loseUnsynced();
    expect(store.get('a')).toBe(1);
  });

  it('ends with a crash: a later flush waits for no earlier one', () => {
    const { clock, put, flush, loseUnsynced, ended } = diskOf([100n, 10n]);
    put('a', 1);
    flush();
    loseUnsynced();
    put('b', 2);
    flush();
    clock.advance(20n);
    expect(ended).toEqual([undefined]);
  });
});
