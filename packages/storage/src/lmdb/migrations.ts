import type { Engine } from './engine.ts';
import { corruptError } from './failure.ts';
import { encodeHeader, FORMAT, HEADER_KEY } from './header.ts';
import { sealRow } from './row.ts';

/**
 * Converts a row from one format to the next.
 *
 * @throws StoreError `Corrupt` for bytes that are not a row of that format
 */
type Migration = (path: string, key: string, row: Buffer) => Buffer;

/** The migration from each format to the next. */
const MIGRATIONS: Readonly<Record<number, Migration>> = {
  // The first format had neither checksums nor a header.
  1: (path, key, row) => {
    if (row[0] === SERIALISED) return sealRow(key, row);
    throw corruptError(path, `the row that names its format is gone, or ${key} has rotted`);
  },
};

/** The first byte of every value serialised by V8. */
const SERIALISED = 0xff;

/**
 * Migrates all rows from an older format to the current one, in one transaction.
 *
 * @throws StoreError `Corrupt`; nothing is changed then
 */
export function migrate(path: string, engine: Engine, from: number): void {
  engine.rewrite((rows) => {
    const migrated = rows.map(
      ([key, row]) => [key, migratedRow(path, { key, row, from })] as const,
    );
    return [...migrated, [HEADER_KEY, encodeHeader({ format: FORMAT })]];
  });
}

function migratedRow(
  path: string,
  { key, row, from }: { readonly key: string; readonly row: Buffer; readonly from: number },
): Buffer {
  let migrated = row;
  for (let format = from; format < FORMAT; format += 1) {
    migrated = MIGRATIONS[format]?.(path, key, migrated) ?? migrated;
  }
  return migrated;
}
