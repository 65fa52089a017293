import { StoreError } from '../store.ts';
import type { Engine, EngineWrite } from './engine.ts';
import { corruptError, newerError, reasonOf } from './failure.ts';
import { decodeHeader, encodeHeader, FORMAT, HEADER_KEY } from './header.ts';
import { migrate } from './migrations.ts';
import { decodeRow, encodeRow, isIntact } from './row.ts';

/** A change of one value; undefined removes it. */
export type ValueWrite = readonly [key: string, value: unknown];

/** A database of values in which nothing that rotted passes for sound. */
export interface Database {
  /** @throws StoreError `Corrupt` */
  get(key: string): unknown;
  /** Walks the values of a range. @throws StoreError `Corrupt`, while it is walked */
  range(from: string, to: string): Iterable<readonly [key: string, value: unknown]>;
  /** Resolves when the disk has confirmed all of it; rejects when nothing of it is there. */
  commit(writes: readonly ValueWrite[]): Promise<void>;
}

/**
 * Lays values and checksums over an engine, and brings an older format up to date.
 *
 * @throws StoreError `NewerFormat`, `Corrupt`
 */
export function createDatabase(path: string, engine: Engine): Database {
  let isNamed = isFormatNamed(path, engine);

  function valueIn(key: string, row: Buffer): unknown {
    if (isIntact(key, row)) return decodeRow(row);
    throw corruptError(path, `the row ${JSON.stringify(key)} does not fit its checksum`);
  }

  // LMDB says in its own words of a page that makes no sense.
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
      if (!isNamed) rows.push([HEADER_KEY, encodeHeader(FORMAT)]);
      await engine.commit(rows);
      isNamed = true;
    },
  };
}

/** Tells whether a database names its format; one that holds nothing does with its first commit. */
function isFormatNamed(path: string, engine: Engine): boolean {
  const format = formatOf(path, engine);
  if (format === undefined) return false;
  if (format > FORMAT) throw newerError(path, format, FORMAT);
  if (format < FORMAT) migrate(path, engine, format);
  return true;
}

/** Gives the format of a database; undefined where it holds nothing. */
function formatOf(path: string, engine: Engine): number | undefined {
  const header = engine.get(HEADER_KEY);
  if (header === undefined) {
    const [first] = engine.range('', HEADER_KEY);
    return first === undefined ? undefined : 1;
  }
  const format = decodeHeader(header);
  if (format === undefined) throw corruptError(path, 'the row that names its format has rotted');
  return format;
}
