import type { StoreRow } from '@quorate/core';
import type { ScanRange, Store } from '@quorate/storage';

/** Past every key, because keys are printable ASCII. */
const END = '\x7f';

/** Gives the rows of a range, ascending by key, one at a time. */
export function* storeRows(store: Store<unknown>, range: ScanRange): Iterable<StoreRow> {
  for (const [key, value] of store.scan(range)) yield { key, value };
}

/** Gives everything that a store holds. */
export function allRows(store: Store<unknown>): Iterable<StoreRow> {
  return storeRows(store, { from: '', to: END });
}
