import type { Ledger, LedgerTables, RecordChange, TableName } from '@quorate/core';

/** One changed record of a ledger. Undefined means no record, before or after. */
export type LedgerChange = {
  readonly [T in TableName]: {
    readonly table: T;
    readonly key: string;
    readonly value: LedgerTables[T] | undefined;
    /** The value before the step. */
    readonly was: LedgerTables[T] | undefined;
  };
}[TableName];

/**
 * Gives changes together with the values before them.
 *
 * Many oracles need these, and reading a ledger that is not the newest takes longer than reading
 * the newest.
 */
export function changesOf(
  before: Ledger,
  changes: readonly RecordChange[],
): readonly LedgerChange[] {
  if (changes.length === 0) return NONE;
  const all: LedgerChange[] = [];
  for (const { table, key, value } of changes) {
    all.push({ table, key, value, was: valueAt(before, table, key) } as LedgerChange);
  }
  return all;
}

const NONE: readonly LedgerChange[] = [];

// Written out, so that the JavaScript engine knows the table for nearly all changes.
function valueAt(ledger: Ledger, table: TableName, key: string): unknown {
  switch (table) {
    case 'account':
      return ledger.account.get(key);
    case 'balance':
      return ledger.balance.get(key);
    case 'settled':
      return ledger.settled.get(key);
    default:
      return ledger[table].get(key);
  }
}
