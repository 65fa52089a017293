import type { ValidatorState } from '@quorate/core';
import type { Address } from '@quorate/protocol';
import { createMemoryStore, type FlushDone, type Store, StoreError } from '@quorate/storage';
import { addressOf, createManualClock } from '@quorate/testkit';
import { beforeEach, describe, expect, it } from 'vitest';
import { createSweeper, type Sweeper } from './sweeper.ts';

const SECOND = 1_000_000_000n;
const KEY = addressOf('v1');

/** What `isSpent` reads of a validator whose key of epoch 0 has served its purpose. */
const OVER = {
  committees: [0, 1].map((epoch) => ({
    epoch,
    members: [{ validator: { address: epoch === 0 ? KEY : addressOf('v2') } }],
  })),
  handover: { served: 1, isFrozen: false, merge: undefined, pushes: [] },
} as unknown as ValidatorState;

const failures: unknown[] = [];
let destroyed: Address[];
let destroy: (key: Address) => void;
let clock: ReturnType<typeof createManualClock>;
let flushes: FlushDone[];
let sweeper: Sweeper;
beforeEach(() => {
  failures.length = 0;
  destroyed = [];
  destroy = (key) => void destroyed.push(key);
  clock = createManualClock();
  flushes = [];
  const keys = {
    find: () => undefined,
    held: () => [KEY],
    fresh: () => KEY,
    destroy: (key: Address) => destroy(key),
    renew: () => undefined,
  };
  sweeper = createSweeper({ keys, clock, onFailure: (failure) => failures.push(failure) });
  const store: Store<unknown> = {
    ...createMemoryStore<unknown>(),
    flush: (done) => void flushes.push(done),
  };
  sweeper.use(store);
});

function flush(failure?: StoreError): void {
  for (const done of flushes.splice(0)) done(failure);
}

describe('createSweeper', () => {
  it('C9 destroys a spent key once what it was for is durable', () => {
    sweeper.sweep(OVER);
    clock.advance(SECOND);
    expect(destroyed).toEqual([]);
    flush();
    expect(destroyed).toEqual([KEY]);
  });

  it('C9 destroys nothing where what the key was for has not reached the disk', () => {
    sweeper.sweep(OVER);
    clock.advance(SECOND);
    flush(new StoreError('the disk is full', { code: 'DiskFull', retryable: true }));
    expect(destroyed).toEqual([]);
  });

  it('destroys nothing for a state that was forgotten before the timer', () => {
    sweeper.sweep(OVER);
    sweeper.forget();
    clock.advance(SECOND);
    flush();
    expect(destroyed).toEqual([]);
    sweeper.sweep(OVER);
    clock.advance(SECOND);
    flush();
    expect(destroyed).toEqual([KEY]);
  });

  it('destroys nothing for a state that was forgotten during the flush', () => {
    sweeper.sweep(OVER);
    clock.advance(SECOND);
    sweeper.forget();
    flush();
    expect(destroyed).toEqual([]);
  });

  it('reports a key that cannot be destroyed instead of throwing into the store', () => {
    const failure = new Error('the folder cannot be written');
    destroy = () => {
      throw failure;
    };
    sweeper.sweep(OVER);
    clock.advance(SECOND);
    flush();
    expect(failures).toEqual([failure]);
  });

  it('C9 tries again to destroy a key that it could not, unless it is closed', () => {
    destroy = () => {
      throw new Error('the disk is full');
    };
    sweeper.sweep(OVER);
    clock.advance(SECOND);
    flush();
    destroy = (key) => void destroyed.push(key);
    clock.advance(SECOND);
    flush();
    expect([failures.length, destroyed]).toEqual([1, [KEY]]);
    sweeper.sweep(OVER);
    clock.advance(SECOND);
    sweeper.close();
    flush();
    clock.advance(SECOND);
    expect([destroyed, flushes]).toEqual([[KEY], []]);
  });
});
