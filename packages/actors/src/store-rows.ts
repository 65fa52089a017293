import type { StoreRow } from '@quorate/core';
import type { ScanRange, Store } from '@quorate/storage';

/** Past every key, because keys are printable ASCII. */
const END = '\x7f';

/** Gives the rows of a range, ascending by key. */
export function loadRows(store: Store<unknown>, range: ScanRange): readonly StoreRow[] {
  const rows: StoreRow[] = [];
  for (const [key, value] of store.scan(range)) rows.push({ key, value });
  return rows;
}

/** Gives everything that a store holds, one row at a time. */
export function* allRows(store: Store<unknown>): Iterable<StoreRow> {
  for (const [key, value] of store.scan({ from: '', to: END })) yield { key, value };
}
