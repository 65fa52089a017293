import {
  createMemoryStore,
  type FlushDone,
  type Store,
  StoreError,
  type Write,
} from '@quorate/storage';

/** A store whose flushes end when a test says so, and which forgets what was not flushed. */
export interface LateStore {
  readonly store: Store<unknown>;
  /** Counts the flushes that have not ended. */
  underWay(): number;
  /** Counts the batches that would survive a loss of power. */
  durable(): number;
  /** Ends the oldest flush; says whether there was one. */
  endFlush(failure?: StoreError): boolean;
  /** Makes the next write fail, with nothing written. */
  failNextWrite(failure: StoreError): void;
  /** Forgets every batch that was not flushed; flushes under way can still call back. */
  losePower(): void;
}

/** Builds the failure of a flush. */
export function flushFailed(): StoreError {
  return new StoreError('the disk said no', { code: 'FlushFailed', retryable: true });
}

/** Builds the failure of a write. */
export function writeFailed(): StoreError {
  return new StoreError('the disk is full', { code: 'WriteFailed', retryable: true });
}

interface Flush {
  readonly covers: number;
  readonly done: FlushDone;
}

/** Creates an empty store; `ends` says whether flushes wait for the test or end inside the call. */
export function createLateStore(ends: 'late' | 'at once' = 'late'): LateStore {
  let memory = createMemoryStore<unknown>();
  let batches: (readonly Write<unknown>[])[] = [];
  const flushes: Flush[] = [];
  let durable = 0;
  let nextFailure: StoreError | undefined;

  function endFlush(failure?: StoreError): boolean {
    const flush = flushes.shift();
    if (flush === undefined) return false;
    if (failure === undefined) durable = Math.max(durable, Math.min(flush.covers, batches.length));
    flush.done(failure);
    return true;
  }

  const store: Store<unknown> = {
    get: (key) => memory.get(key),
    scan: (range) => memory.scan(range),
    write(batch) {
      const failure = nextFailure;
      nextFailure = undefined;
      if (failure !== undefined) throw failure;
      memory.write(batch);
      batches.push(batch);
    },
    flush(done) {
      flushes.push({ covers: batches.length, done });
      if (ends === 'at once') endFlush();
    },
    close: () => memory.close(),
  };

  return {
    store,
    endFlush,
    underWay: () => flushes.length,
    durable: () => durable,
    failNextWrite(failure) {
      nextFailure = failure;
    },
    losePower() {
      batches = batches.slice(0, durable);
      memory = createMemoryStore();
      for (const batch of batches) memory.write(batch);
      // A flush that was under way does not cover what is written from now on.
      for (const [index, flush] of flushes.entries()) flushes[index] = { ...flush, covers: 0 };
    },
  };
}
