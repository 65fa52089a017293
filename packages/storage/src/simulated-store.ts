import { createDiskTrouble } from './disk-trouble.ts';
import { createMemoryStore } from './memory-store.ts';
import type { FlushDone, Store, Write } from './store.ts';
import { EVERY_KEY, StoreError } from './store.ts';
import { closedError } from './store-checks.ts';
import { createUndoLog, type UndoLog } from './undo-log.ts';

/** Tells and awaits virtual time, in nanoseconds. */
export interface StoreClock {
  now(): bigint;
  /** Runs `fire` when `at` is reached; the function returned takes that back. */
  setTimer(at: bigint, fire: () => void): () => void;
}

/** The options of a simulated disk. */
export interface SimulatedStoreOptions {
  readonly clock: StoreClock;
  /**
   * Gives the duration of the next flush in nanoseconds; absent means that flushes take no time.
   */
  readonly flushTime?: () => bigint;
  /** Whether earlier durable states can be restored. This costs memory for every write. */
  readonly keepsHistory?: boolean;
  /** Asked before every write and at the end of every flush; true makes it fail. */
  readonly fails?: (call: 'write' | 'flush') => boolean;
}

/**
 * What a crash leaves of the batches that were not flushed. `all`: all of them, as when a process
 * dies but its machine does not. `synced`: none. `torn`: the first few, and of the next one some
 * rows, which recovery must discard like an incomplete log record.
 */
export type Survives =
  | { readonly keep: 'all' | 'synced' }
  /**
   * `below(n)` draws from 0 to n - 1: how many whole batches, then how many rows of the next one.
   */
  | { readonly keep: 'torn'; readonly below: (n: number) => number };

/** A store whose crashes are part of the simulation. */
export interface SimulatedStore<V> extends Store<V> {
  /**
   * Applies the losses of a crash and leaves the store as a restart finds it.
   *
   * Flushes under way end with the process that asked for them: nobody is called back.
   */
  crash(survives: Survives): void;

  /**
   * Crashes, and restores what was durable at a time, as an old backup would; needs the history.
   */
  restore(at: bigint): void;

  /**
   * Makes a row rot that `below` picks. Reading it gives `Corrupt` until it is overwritten for good
   * or the returned function repairs it. Undefined when there is no row.
   */
  rot(below: (n: number) => number): (() => void) | undefined;

  /**
   * Makes the disk full: flushes end in `DiskFull` and nothing becomes durable, until the returned
   * function makes room.
   */
  fill(): () => void;

  /** Tells whether everything written is durable. */
  isSynced(): boolean;

  /** Counts the batches that were written and not lost, and those of them that are durable. */
  batches(): Batches;
}

/** How many batches a disk holds. */
export interface Batches {
  readonly written: number;
  readonly durable: number;
}

/** The flushes under way, which end in the order in which they were requested. */
interface Flushes {
  /**
   * `end` runs after `takes` nanoseconds, and not before the flushes already under way have ended.
   */
  begin(takes: bigint, flush: Flush): void;
  areUnderWay(): boolean;
  /** Drops them and lists their callbacks. */
  abandon(): readonly FlushDone[];
}

interface Flush {
  readonly end: () => void;
  readonly done: FlushDone;
}

function createFlushes(clock: StoreClock): Flushes {
  let flushes: { readonly done: FlushDone; readonly cancel: () => void }[] = [];
  let lastEnd = clock.now();
  return {
    begin(takes, { end, done }) {
      const earliest = clock.now() + takes;
      lastEnd = earliest > lastEnd ? earliest : lastEnd;
      const cancel = clock.setTimer(lastEnd, () => {
        flushes.shift();
        end();
      });
      flushes.push({ done, cancel });
    },
    areUnderWay: () => flushes.length > 0,
    abandon() {
      const abandoned = flushes;
      flushes = [];
      for (const { cancel } of abandoned) cancel();
      lastEnd = clock.now();
      return abandoned.map(({ done }) => done);
    },
  };
}

/** Creates an empty store that a crash can reach. */
export function createSimulatedStore<V>({
  clock,
  flushTime = () => 0n,
  keepsHistory = false,
  fails = () => false,
}: SimulatedStoreOptions): SimulatedStore<V> {
  const view = createMemoryStore<V>();
  const log = createUndoLog(view, keepsHistory);
  const flushes = createFlushes(clock);
  const trouble = createDiskTrouble({ rowAt: (key) => view.get(key), written: log.written });
  let isClosed = false;

  function end(covered: number, done: FlushDone): void {
    const refusal = trouble.refusal();
    if (refusal !== undefined) {
      done(refusal);
      return;
    }
    if (fails('flush')) {
      done(new StoreError('the flush failed', { code: 'FlushFailed', retryable: true }));
      return;
    }
    log.sync(covered, clock.now());
    done(undefined);
  }

  // What a crash removes was never on the disk, so it cannot have rotted there.
  function fallBack(fall: () => void): void {
    flushes.abandon();
    trouble.fallBack(fall);
  }

  return {
    get(key) {
      trouble.checkKey(key);
      return view.get(key);
    },
    scan(range) {
      trouble.checkRange(range);
      return view.scan(range);
    },
    write(batch: readonly Write<V>[]) {
      if (!isClosed && fails('write')) {
        throw new StoreError('the write failed', { code: 'WriteFailed', retryable: true });
      }
      log.write(batch);
      trouble.overwrite(batch);
    },
    flush(done) {
      if (isClosed) throw closedError();
      const covered = log.written();
      const takes = flushTime();
      if (takes === 0n && !flushes.areUnderWay()) end(covered, done);
      else flushes.begin(takes, { end: () => end(covered, done), done });
    },
    close() {
      view.close();
      isClosed = true;
      for (const done of flushes.abandon()) done(closedError());
    },
    crash(survives) {
      fallBack(() => {
        if (survives.keep === 'synced') log.cut(0, 0);
        if (survives.keep === 'torn') tear(log, survives.below);
      });
      // After a loss of power, what the restart reads is what is on the disk.
      if (survives.keep === 'torn') log.sync(log.written(), clock.now());
    },
    restore(at) {
      fallBack(() => log.undoSyncedAfter(at));
    },
    rot(below) {
      const keys = Array.from(view.scan(EVERY_KEY), ([key]) => key);
      return keys.length === 0 ? undefined : trouble.rot(keys[below(keys.length)] ?? '');
    },
    fill: trouble.fill,
    isSynced: () => log.unsynced() === 0,
    batches() {
      const written = log.written();
      return { written, durable: written - log.unsynced() };
    },
  };
}

function tear(log: UndoLog<unknown>, below: (n: number) => number): void {
  const count = log.unsynced();
  if (count === 0) return;
  const whole = below(count);
  const rows = log.rowsOf(whole);
  log.cut(whole, rows === 0 ? 0 : below(rows));
  log.discardTorn();
}
