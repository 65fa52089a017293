import { StoreError } from '../store.ts';
import type { Engine, EngineWrite } from './engine.ts';
import { corruptError, foreignError, newerError, reasonOf } from './failure.ts';
import { decodeHeader, encodeHeader, FORMAT, HEADER_KEY, type Header } from './header.ts';
import { migrate } from './migrations.ts';
import { decodeRow, encodeRow, isIntact } from './row.ts';

/** A change of one value; undefined removes it. */
export type ValueWrite = readonly [key: string, value: unknown];

/** A database of values that never returns damaged data. */
export interface Database {
  /** @throws StoreError `Corrupt` */
  get(key: string): unknown;
  /**
   * Iterates over the values of a range.
   *
   * @throws StoreError `Corrupt` during the iteration
   */
  range(from: string, to: string): Iterable<readonly [key: string, value: unknown]>;
  /** Resolves when the disk has confirmed all writes; rejects when none of them is there. */
  commit(writes: readonly ValueWrite[]): Promise<void>;
}

/**
 * Adds values and checksums to an engine, and migrates an older format. A database without an owner
 * gets this owner with the first commit.
 *
 * @throws StoreError `NewerFormat`, `ForeignStore`, `Corrupt`
 */
export function createDatabase(path: string, engine: Engine, owner?: string): Database {
  let isNamed = isHeaderWritten(path, engine, owner);

  function valueIn(key: string, row: Buffer): unknown {
    if (isIntact(key, row)) return decodeRow(row);
    throw corruptError(path, `the row ${JSON.stringify(key)} does not fit its checksum`);
  }

  // LMDB has its own errors for a page that makes no sense.
  function rotten(failure: unknown): StoreError {
    return failure instanceof StoreError ? failure : corruptError(path, reasonOf(failure));
  }

  return {
    get(key) {
      try {
        const row = engine.get(key);
        return row === undefined ? undefined : valueIn(key, row);
      } catch (failure) {
        throw rotten(failure);
      }
    },
    *range(from, to) {
      try {
        for (const [key, row] of engine.range(from, to)) yield [key, valueIn(key, row)];
      } catch (failure) {
        throw rotten(failure);
      }
    },
    async commit(writes) {
      const rows: EngineWrite[] = writes.map(([key, value]) => [
        key,
        value === undefined ? undefined : encodeRow(key, value),
      ]);
      if (!isNamed) rows.push([HEADER_KEY, encodeHeader({ format: FORMAT, owner })]);
      await engine.commit(rows);
      isNamed = true;
    },
  };
}

/** Tells whether the header is complete; if not, the first commit writes it. */
function isHeaderWritten(path: string, engine: Engine, owner: string | undefined): boolean {
  const header = headerOf(path, engine);
  if (header === undefined) return false;
  const { format } = header;
  if (format > FORMAT) throw newerError(path, format, FORMAT);
  const isForeign = owner !== undefined && header.owner !== undefined && header.owner !== owner;
  if (isForeign) throw foreignError(path, header.owner, owner);
  if (format < FORMAT) migrate(path, engine, format);
  return owner === undefined || header.owner === owner;
}

/** Gives the header of a database; undefined when the database is empty. */
function headerOf(path: string, engine: Engine): Header | undefined {
  const row = engine.get(HEADER_KEY);
  if (row === undefined) {
    const [first] = engine.range('', HEADER_KEY);
    return first === undefined ? undefined : { format: 1 };
  }
  const header = decodeHeader(row);
  if (header === undefined) throw corruptError(path, 'the row that names its format has rotted');
  return header;
}
