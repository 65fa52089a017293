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

export { hasDatabase } from './lmdb/page-file.ts';

/** Settles where an LMDB store lies. */
export interface LmdbStoreOptions {
  /** A folder; created with its parents when it is absent. */
  readonly path: string;
  /**
   * Whose store it is. One that says it is somebody else's is refused; one that does not say becomes
   * the owner's with the first commit.
   */
  readonly owner?: string;
  /** Opens the database underneath; LMDB itself, unless a test holds its disk back. */
  readonly openLmdb?: OpenLmdb;
  /**
   * Runs a commit, now or once more has been written that it may cover: who has a host that takes
   * turns waits for the end of one. At once unless said otherwise.
   */
  readonly gather?: (commit: () => void) => void;
}

/** A store on disk. */
export interface LmdbStore<V> extends Store<V> {
  /** Resolves once a closed store has given up its files; not before `close` is called. */
  readonly closed: Promise<void>;
}

/**
 * Opens a store on disk.
 *
 * A write is readable at once and on disk after the next flush. Flushes asked for while one is under
 * way share the next: all batches written by then are one LMDB transaction, and a callback runs only
 * after the disk has confirmed it. A transaction that failed is tried again with the next flush.
 *
 * Its pages are looked through before it is opened, and every row carries a checksum: what rotted is
 * never served. An older format is brought up to date.
 *
 * Two processes must not open one folder; whoever opens it keeps others away.
 *
 * @throws StoreError `NotWritable`, `DiskFull`, `NewerFormat`, `ForeignStore`, `Corrupt`, `OpenFailed`
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

  // Who is called back may write, flush and close in turn: that comes once all have heard.
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
  return entries.map(([key, { isDeleted, value }]) => [key, isDeleted ? undefined : value]);
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

/** Copies the first pairs out, which is what makes a scan a view of the moment of the call. */
function take<T>(items: Iterable<T>, limit: number): readonly T[] {
  const taken: T[] = [];
  if (limit === 0) return taken;
  for (const item of items) {
    taken.push(item);
    if (taken.length === limit) break;
  }
  return taken;
}
