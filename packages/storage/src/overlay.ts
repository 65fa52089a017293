import type { ScanRange, Write } from './store.ts';

/** The last write of a key that is not on disk yet. */
export interface OverlayEntry<V> {
  readonly isDeleted: boolean;
  /** Undefined when the key is deleted. */
  readonly value: V | undefined;
}

/** Keeps the writes that are not on disk, on top of those that are. */
export interface Overlay<V> {
  get(key: string): OverlayEntry<V> | undefined;
  write(write: Write<V>): void;
  /** Lists the current entries; later writes do not change the list. */
  entries(): readonly OverlayPair<V>[];
  /** Removes these entries, except for keys that were written again since. */
  settle(entries: readonly OverlayPair<V>[]): void;
  /** Merges the current entries of a range with stored pairs in ascending order. */
  merge(stored: Iterable<readonly [string, V]>, range: ScanRange): Iterable<readonly [string, V]>;
}

/** A key and its last write. */
export type OverlayPair<V> = readonly [key: string, entry: OverlayEntry<V>];

/** Creates an empty overlay. */
export function createOverlay<V>(): Overlay<V> {
  const kept = new Map<string, OverlayEntry<V>>();
  return {
    get: (key) => kept.get(key),
    write(write) {
      const value = write.type === 'Put' ? write.value : undefined;
      kept.set(write.key, { isDeleted: write.type === 'Delete', value });
    },
    entries: () => [...kept],
    settle(entries) {
      for (const [key, entry] of entries) if (kept.get(key) === entry) kept.delete(key);
    },
    merge(stored, { from, to }) {
      const over = [...kept]
        .filter(([key]) => from <= key && key < to)
        .sort(([left], [right]) => (left < right ? -1 : 1));
      return mergePairs(stored, over);
    },
  };
}

function* mergePairs<V>(
  stored: Iterable<readonly [string, V]>,
  over: readonly OverlayPair<V>[],
): Iterable<readonly [string, V]> {
  let next = 0;
  for (const [key, value] of stored) {
    let hides = false;
    for (let pair = over[next]; pair !== undefined && pair[0] <= key; pair = over[next]) {
      next += 1;
      hides ||= pair[0] === key;
      yield* visible(pair);
    }
    if (!hides) yield [key, value];
  }
  for (const pair of over.slice(next)) yield* visible(pair);
}

function* visible<V>([key, entry]: OverlayPair<V>): Iterable<readonly [string, V]> {
  // Not a check for absence: V itself may allow undefined.
  if (!entry.isDeleted) yield [key, entry.value as V];
}
