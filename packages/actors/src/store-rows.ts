import type { StoreRange, StoreRow } from '@quorate/core';
import { EVERY_KEY, type ScanRange, type Store } from '@quorate/storage';

/** Gives the rows of a range, ascending by key. */
export function loadRows(store: Store<unknown>, range: ScanRange): readonly StoreRow[] {
  const rows: StoreRow[] = [];
  for (const [key, value] of store.scan(range)) rows.push({ key, value });
  return rows;
}

/** How many rows are in memory at a time. */
const PAGE = 4096;

/** Iterates over the rows of a store in these ranges. Nobody may write to the store meanwhile. */
export function* allRows(
  store: Store<unknown>,
  ranges: readonly StoreRange[] = [EVERY_KEY],
): Iterable<StoreRow> {
  for (const { from, to } of ranges) yield* rowsBetween(store, from, to);
}

function* rowsBetween(store: Store<unknown>, from: string, to: string): Iterable<StoreRow> {
  let start = from;
  for (;;) {
    let count = 0;
    for (const [key, value] of store.scan({ from: start, to, limit: PAGE })) {
      yield { key, value };
      count += 1;
      // The next possible key: this one followed by the first character of the alphabet.
      start = `${key} `;
    }
    if (count < PAGE) return;
  }
}
