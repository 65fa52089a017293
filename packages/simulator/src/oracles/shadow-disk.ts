import type { Effect, StoreRow } from '@quorate/core';

/** What the disk of a node holds once all is written that its steps have asked for. */
export interface ShadowDisk {
  /** Takes in what a step writes; gives whether it writes anything. */
  write(effects: readonly Effect<unknown>[]): boolean;
  /** Gives its rows, ascending by key. */
  rows(): readonly StoreRow[];
}

/** Creates the shadow of a disk that holds these rows; only keys that are asked for are kept. */
export function createShadowDisk(
  held: readonly StoreRow[],
  isKept: (key: string) => boolean,
): ShadowDisk {
  const entries = new Map<string, unknown>();
  for (const { key, value } of held) if (isKept(key)) entries.set(key, value);

  return {
    write(effects) {
      const writes = effects.flatMap((effect) => (effect.type === 'Persist' ? effect.writes : []));
      const kept = writes.filter(({ key }) => isKept(key));
      for (const { key, value } of kept) {
        if (value === undefined) entries.delete(key);
        else entries.set(key, value);
      }
      return kept.length > 0;
    },
    rows: () =>
      [...entries]
        .map(([key, value]) => ({ key, value }))
        .sort((one, other) => (one.key < other.key ? -1 : 1)),
  };
}
