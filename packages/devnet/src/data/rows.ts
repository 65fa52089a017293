import type { Write } from '@quorate/storage';

/** The rows of a store, ascending by key. */
export type Rows = readonly (readonly [key: string, value: unknown])[];

/** Gives the writes that put rows into a store. */
export function putsOf(rows: Rows): readonly Write<unknown>[] {
  return rows.map(([key, value]) => ({ type: 'Put', key, value }));
}
