import { EVERY_KEY, type Store, type Write } from '@quorate/storage';

/** The rows of a store, ascending by key. */
export type Rows = readonly (readonly [key: string, value: unknown])[];

/** Gives what a store holds now. */
export function rowsIn(store: Store<unknown>): Rows {
  return [...store.scan(EVERY_KEY)];
}

/** Gives the writes that put rows into a store. */
export function putsOf(rows: Rows): readonly Write<unknown>[] {
  return rows.map(([key, value]) => ({ type: 'Put', key, value }));
}
