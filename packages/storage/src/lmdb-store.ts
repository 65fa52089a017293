import { deserialize, serialize } from 'node:v8';
import { open, type RootDatabase } from 'lmdb';
import { createFlushList } from './flush-list.ts';
import { createOverlay, type OverlayPair } from './overlay.ts';
import type { ScanRange, Store } from './store.ts';
import { StoreError } from './store.ts';
import { checkBatch, checkKey, closedError, limitOf } from './store-checks.ts';

/** Settles where an LMDB store lies. */
export interface LmdbStoreOptions {
  /** A folder; created with its parents when it is absent. */
  readonly path: string;
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
 * @throws what LMDB says of a folder it cannot open
 */
export function openLmdbStore<V>({ path }: LmdbStoreOptions): LmdbStore<V> {
  const database = open<Buffer, string>({ path, encoding: 'binary' });
  const overlay = createOverlay<V>();
  let hasClosed = (): void => undefined;
  const closed = new Promise<void>((resolve) => {
    hasClosed = resolve;
  });
  const flushes = createFlushList();
  let written = 0;
  let durable = 0;
  let isCommitting = false;
  let isClosed = false;

  function checkOpen(): void {
    if (isClosed) throw closedError();
  }

  function commit(): void {
    if (isCommitting) return;
    flushes.report(durable, undefined);
    if (isClosed) release();
    else if (!flushes.isEmpty()) commitWritten();
  }

  function commitWritten(): void {
    const covered = written;
    const entries = overlay.entries();
    isCommitting = true;
    void commitDurably(database, entries)
      .then(
        () => {
          overlay.settle(entries);
          durable = covered;
          isCommitting = false;
        },
        (cause: unknown) => {
          isCommitting = false;
          flushes.report(covered, flushFailure(path, cause));
        },
      )
      .then(commit);
  }

  function release(): void {
    flushes.report(written, closedError());
    void database.close().then(hasClosed);
  }

  return {
    closed,
    get(key) {
      checkOpen();
      checkKey(key);
      const entry = overlay.get(key);
      if (entry !== undefined) return entry.value;
      const bytes = database.get(key);
      return bytes === undefined ? undefined : (deserialize(bytes) as V);
    },
    scan(range) {
      checkOpen();
      const limit = limitOf(range);
      return take(overlay.merge(storedPairs<V>(database, range), range), limit);
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

/** Resolves when the disk has confirmed the entries, all of them in one transaction. */
async function commitDurably(
  database: RootDatabase<Buffer, string>,
  entries: readonly OverlayPair<unknown>[],
): Promise<void> {
  await database.batch(() => {
    for (const [key, { isDeleted, value }] of entries) {
      void (isDeleted ? database.remove(key) : database.put(key, serialize(value)));
    }
  });
  await database.flushed;
}

function* storedPairs<V>(
  database: RootDatabase<Buffer, string>,
  { from, to }: ScanRange,
): Iterable<readonly [string, V]> {
  if (from >= to) return;
  for (const { key, value } of database.getRange({ start: from, end: to })) {
    yield [key, deserialize(value) as V];
  }
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

function flushFailure(path: string, cause: unknown): StoreError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new StoreError(`could not write to ${path}: ${reason}`, {
    code: 'FlushFailed',
    retryable: true,
    cause,
  });
}
