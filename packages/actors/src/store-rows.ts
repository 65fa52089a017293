import type { StoreRow } from '@quorate/core';
import { EVERY_KEY, type ScanRange, type Store } from '@quorate/storage';

/** Gives the rows of a range, ascending by key. */
export function loadRows(store: Store<unknown>, range: ScanRange): readonly StoreRow[] {
  const rows: StoreRow[] = [];
  for (const [key, value] of store.scan(range)) rows.push({ key, value });
  return rows;
}

/** Gives everything that a store holds, one row at a time. */
export function* allRows(store: Store<unknown>): Iterable<StoreRow> {
  for (const [key, value] of store.scan(EVERY_KEY)) yield { key, value };
}
