import type { Effect, StoreRow, StoreWrite } from '@quorate/core';

/** What the disk of a node holds once everything that its steps write is written. */
export interface ShadowDisk {
  /** Applies the writes of a step. */
  write(effects: readonly Effect<unknown>[]): void;
  /** Gives the number of rows. */
  size(): number;
  /** Gives the rows, ascending by key. */
  rows(): readonly StoreRow[];
}

/** Creates the shadow of a disk that holds these rows; only the wanted keys are kept. */
export function createShadowDisk(
  held: readonly StoreRow[],
  isKept: (key: string) => boolean,
): ShadowDisk {
  const entries = new Map<string, unknown>();
  for (const { key, value } of held) if (isKept(key)) entries.set(key, value);

  function writeBatch(writes: readonly StoreWrite[]): void {
    for (const { key, value } of writes) {
      if (!isKept(key)) continue;
      if (value === undefined) entries.delete(key);
      else entries.set(key, value);
    }
  }

  return {
    write(effects) {
      for (const effect of effects) if (effect.type === 'Persist') writeBatch(effect.writes);
    },
    size: () => entries.size,
    rows: () =>
      [...entries]
        .map(([key, value]) => ({ key, value }))
        .sort((one, other) => (one.key < other.key ? -1 : 1)),
  };
}
