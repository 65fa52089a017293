import type { RootDatabase, RootDatabaseOptions } from 'lmdb';
import { HEADER_KEY } from './header.ts';

/** Opens an LMDB database; a test puts something else in its place. */
export type OpenLmdb = (
  options: RootDatabaseOptions & { readonly path: string },
) => RootDatabase<Buffer, string>;

/** One change of a database; undefined removes the key. */
export type EngineWrite = readonly [key: string, row: Buffer | undefined];

/** One row of a database. */
export type EngineRow = readonly [key: string, row: Buffer];

/** A database of bytes under text, whose commits are durable. */
export interface Engine {
  get(key: string): Buffer | undefined;
  /** Walks the rows of a range. */
  range(from: string, to: string): Iterable<EngineRow>;
  /**
   * Makes all writes in one transaction. Resolves when the disk has confirmed it, and rejects with
   * the reason of the engine when nothing of it is there.
   */
  commit(writes: readonly EngineWrite[]): Promise<void>;
  /** Changes all rows but the header in one transaction, which is durable when this returns. */
  rewrite(change: (rows: readonly EngineRow[]) => readonly EngineRow[]): void;
  /** Resolves when the files are given up. */
  close(): Promise<void>;
}

/**
 * Opens the engine of a folder, which is created if need be.
 *
 * Syncs do not overlap commits: LMDB then writes the pages, waits for the disk, writes the page that
 * makes them count, waits again, and only then reports the commit. With overlapping syncs, which are
 * the default of the package, a sync that fails is reported to nobody (lmdb 3.5.6): `flushed` never
 * settles, and the commit was already visible to readers.
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
      try {
        await database.batch(() => apply(database, writes));
      } catch (failure) {
        throw await reasonOf(failure);
      }
    },
    rewrite(change) {
      const rows = change([...range(database, '', HEADER_KEY)]);
      database.transactionSync(() => {
        for (const [key, row] of rows) database.putSync(key, row);
      });
    },
    close: () => database.close(),
  };
}

function apply(database: RootDatabase<Buffer, string>, writes: readonly EngineWrite[]): void {
  for (const [key, row] of writes) {
    void (row === undefined ? database.remove(key) : database.put(key, row));
  }
}

function* range(
  database: RootDatabase<Buffer, string>,
  from: string,
  to: string,
): Iterable<EngineRow> {
  if (from >= to) return;
  for (const { key, value } of database.getRange({ start: from, end: to })) yield [key, value];
}

/** LMDB rejects at once with an error that says nothing, and later tells why in a promise of it. */
async function reasonOf(failure: unknown): Promise<unknown> {
  const { commitError } = failure as { readonly commitError?: Promise<never> };
  return commitError === undefined ? failure : commitError.catch((reason: unknown) => reason);
}
