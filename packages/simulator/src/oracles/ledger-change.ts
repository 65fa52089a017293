import type { Ledger, LedgerTables, RecordChange, TableName } from '@quorate/core';

/** One changed record of a ledger; undefined is none, before or after. */
export type LedgerChange = {
  readonly [T in TableName]: {
    readonly table: T;
    readonly key: string;
    readonly value: LedgerTables[T] | undefined;
    /** What stood there before the step. */
    readonly was: LedgerTables[T] | undefined;
  };
}[TableName];

/**
 * Gives changes with what stood there before them.
 *
 * Many oracles ask for it, and to look into a ledger that is not the newest takes longer than into one that is.
 */
export function changesOf(
  before: Ledger,
  changes: readonly RecordChange[],
): readonly LedgerChange[] {
  return changes.map(
    ({ table, key, value }) => ({ table, key, value, was: before[table].get(key) }) as LedgerChange,
  );
}
