import { HEADER_KEY } from './header.ts';

/** Opens an LMDB database. A test replaces it. */
export type OpenLmdb = (options: LmdbOptions) => LmdbDatabase;

/** The options with which a database is opened. */
export interface LmdbOptions {
  readonly path: string;
  readonly encoding?: 'binary';
  readonly overlappingSync?: boolean;
  readonly eventTurnBatching?: boolean;
}

/**
 * What is used of an LMDB database. The types of lmdb stay out of what we publish: they fail
 * (lmdb 3.5.6) for callers whose compiler checks the declarations of packages.
 */
export interface LmdbDatabase {
  get(key: string): Buffer | undefined;
  put(key: string, row: Buffer): Promise<boolean>;
  putSync(key: string, row: Buffer): void;
  remove(key: string): Promise<boolean>;
  getRange(range: {
    readonly start: string;
    readonly end: string;
  }): Iterable<{ readonly key: string; readonly value: Buffer }>;
  batch(action: () => void): Promise<boolean>;
  transactionSync(action: () => void): void;
  /**
   * Makes sure that the disk has room for a transaction of so many rows and bytes besides those that
   * are under way. Returns the function to call at its end. Absent if there is no disk.
   *
   * @throws Error `ENOSPC` if it has not
   */
  takeRoom?(rows: number, bytes: number): () => void;
  close(): Promise<void>;
}

/** A change of one row; undefined removes the key. */
export type EngineWrite = readonly [key: string, row: Buffer | undefined];

/** One row of a database. */
export type EngineRow = readonly [key: string, row: Buffer];

/** A database from text to bytes, whose commits are durable. */
export interface Engine {
  get(key: string): Buffer | undefined;
  /** Iterates over the rows of a range. */
  range(from: string, to: string): Iterable<EngineRow>;
  /**
   * Makes all writes in one transaction. Resolves when the disk has confirmed it; rejects with the
   * reason given by the engine when nothing of it is there.
   */
  commit(writes: readonly EngineWrite[]): Promise<void>;
  /** Changes all rows except the header in one transaction, which is durable when this returns. */
  rewrite(change: (rows: readonly EngineRow[]) => readonly EngineRow[]): void;
  /** Resolves when the files are released. */
  close(): Promise<void>;
}

/**
 * Opens the engine of a folder, which is created if necessary.
 *
 * Syncs must not overlap commits: then LMDB writes the pages, waits for the disk, writes the page
 * that activates them, waits again, and only then reports the commit. With overlapping syncs, the
 * default of the package, a failed sync is not reported (lmdb 3.5.6): `flushed` never settles, and
 * the commit was already visible to readers.
 */
export function openEngine(path: string, openLmdb: OpenLmdb): Engine {
  const database = openLmdb({
    path,
    encoding: 'binary',
    overlappingSync: false,
    eventTurnBatching: false,
  });
  return {
    get: (key) => database.get(key),
    range: (from, to) => range(database, from, to),
    async commit(writes) {
      const giveBack = takeRoom(database, writes);
      try {
        await database.batch(() => apply(database, writes));
      } catch (failure) {
        throw await reasonOf(failure);
      } finally {
        giveBack?.();
      }
    },
    rewrite(change) {
      const rows = change([...range(database, '', HEADER_KEY)]);
      const giveBack = takeRoom(database, rows);
      try {
        database.transactionSync(() => {
          for (const [key, row] of rows) database.putSync(key, row);
        });
      } finally {
        giveBack?.();
      }
    },
    close: () => database.close(),
  };
}

function takeRoom(
  database: LmdbDatabase,
  writes: readonly EngineWrite[],
): (() => void) | undefined {
  const bytes = writes.reduce((sum, [key, row]) => sum + key.length + (row?.length ?? 0), 0);
  return database.takeRoom?.(writes.length, bytes);
}

function apply(database: LmdbDatabase, writes: readonly EngineWrite[]): void {
  for (const [key, row] of writes) {
    void (row === undefined ? database.remove(key) : database.put(key, row));
  }
}

function* range(database: LmdbDatabase, from: string, to: string): Iterable<EngineRow> {
  if (from >= to) return;
  for (const { key, value } of database.getRange({ start: from, end: to })) yield [key, value];
}

/**
 * LMDB rejects at once with an uninformative error; the reason follows in a promise inside that
 * error.
 */
async function reasonOf(failure: unknown): Promise<unknown> {
  const { commitError } = failure as { readonly commitError?: Promise<never> };
  return commitError === undefined ? failure : commitError.catch((reason: unknown) => reason);
}
