import { createFlushList } from './flush-list.ts';
import { createDatabase, type Database, type ValueWrite } from './lmdb/database.ts';
import { type Engine, type OpenLmdb, openEngine } from './lmdb/engine.ts';
import { corruptError, flushFailure, openFailure } from './lmdb/failure.ts';
import { pageFaultIn } from './lmdb/page-check.ts';
import { openWithRoom } from './lmdb/room.ts';
import { createOverlay, type OverlayPair } from './overlay.ts';
import type { ScanRange, Store } from './store.ts';
import { StoreError } from './store.ts';
import { checkBatch, checkKey, closedError, limitOf } from './store-checks.ts';

export { expectDescriptors, isOutOfFiles, MORE_FILES } from './descriptors.ts';
export { hasDatabase } from './lmdb/page-file.ts';

/** The options of an LMDB store. */
export interface LmdbStoreOptions {
  /** A folder; it is created with its parents if it is missing. */
  readonly path: string;
  /**
   * The owner of the store. A store that names another owner is refused; one that names none is
   * marked with this owner at the first commit.
   */
  readonly owner?: string;
  /** Opens the database below; LMDB itself, unless a test replaces it. */
  readonly openLmdb?: OpenLmdb;
  /**
   * Runs a commit, now or a little later, so that it covers more writes: a host that works in turns
   * waits for the end of one. By default at once.
   */
  readonly gather?: (commit: () => void) => void;
}

/** A store on disk. */
export interface LmdbStore<V> extends Store<V> {
  /** Resolves once a closed store has released its files; never before `close` is called. */
  readonly closed: Promise<void>;
}

/**
 * Opens a store on disk.
 *
 * A write is readable at once, and on disk after the next flush. Flushes requested while one is
 * under way share the next one: all batches written by then are one LMDB transaction, and callbacks
 * run only after the disk has confirmed it. A failed transaction is tried again with the next
 * flush.
 *
 * The pages are checked before the database is opened, and every row has a checksum, so damaged
 * data is never returned. An older format is migrated.
 *
 * Two processes must not open one folder; the caller prevents that.
 *
 * @throws StoreError `NotWritable`, `TooManyOpen`, `DiskFull`, `NewerFormat`, `ForeignStore`, `Corrupt`,
 * `OpenFailed`
 */
export function openLmdbStore<V>(options: LmdbStoreOptions): LmdbStore<V> {
  const { path, gather = atOnce } = options;
  const { engine, database } = openBoth(options);
  const overlay = createOverlay<V>();
  let hasClosed = (): void => undefined;
  const closed = new Promise<void>((resolve) => {
    hasClosed = resolve;
  });
  const flushes = createFlushList();
  let written = 0;
  let durable = 0;
  let isBusy = false;
  let isClosed = false;

  function checkOpen(): void {
    if (isClosed) throw closedError();
  }

  // A callback may write, flush and close; that takes effect after all callbacks have run.
  function report(covered: number, failure?: StoreError): void {
    isBusy = true;
    try {
      flushes.report(covered, failure);
    } finally {
      isBusy = false;
    }
  }

  function commit(): void {
    if (isBusy) return;
    report(durable);
    isBusy = !isClosed && !flushes.isEmpty();
    if (isBusy) gather(commitWritten);
    else if (isClosed) release();
  }

  function commitWritten(): void {
    const covered = written;
    const entries = overlay.entries();
    void database
      .commit(writesOf(entries))
      .then(
        () => {
          overlay.settle(entries);
          durable = covered;
          isBusy = false;
        },
        (cause: unknown) => report(covered, flushFailure(path, cause)),
      )
      .then(commit);
  }

  function release(): void {
    flushes.report(written, closedError());
    void engine.close().then(hasClosed);
  }

  return {
    closed,
    get(key) {
      checkOpen();
      checkKey(key);
      const entry = overlay.get(key);
      return entry === undefined ? (database.get(key) as V | undefined) : entry.value;
    },
    scan(range) {
      checkOpen();
      return take(overlay.merge(storedPairs<V>(database, range), range), limitOf(range));
    },
    write(batch) {
      checkOpen();
      checkBatch(batch);
      for (const write of batch) overlay.write(write);
      written += 1;
    },
    flush(done) {
      checkOpen();
      flushes.add(done, written);
      commit();
    },
    close() {
      checkOpen();
      isClosed = true;
      commit();
    },
  };
}

function writesOf(entries: readonly OverlayPair<unknown>[]): readonly ValueWrite[] {
  return entries.map(([key, { value }]) => [key, value]);
}

function atOnce(commit: () => void): void {
  commit();
}

function openBoth({ path, owner, openLmdb = openWithRoom }: LmdbStoreOptions): {
  readonly engine: Engine;
  readonly database: Database;
} {
  let engine: Engine | undefined;
  try {
    const fault = pageFaultIn(path);
    if (fault !== undefined) throw corruptError(path, fault);
    engine = openEngine(path, openLmdb);
    return { engine, database: createDatabase(path, engine, owner) };
  } catch (cause) {
    void engine?.close();
    throw cause instanceof StoreError ? cause : openFailure(path, cause);
  }
}

function storedPairs<V>(
  database: Database,
  { from, to }: ScanRange,
): Iterable<readonly [string, V]> {
  return database.range(from, to) as Iterable<readonly [string, V]>;
}

/** Copies the first pairs, so that a scan shows the moment of the call. */
function take<T>(items: Iterable<T>, limit: number): readonly T[] {
  const taken: T[] = [];
  if (limit === 0) return taken;
  for (const item of items) {
    taken.push(item);
    if (taken.length === limit) break;
  }
  return taken;
}
