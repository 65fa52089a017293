import type { Store, Write } from './store.ts';

/** The former value of one row in a batch; `undefined` for a key that had none. */
interface Undo<V> {
  readonly key: string;
  readonly before: V | undefined;
}

/** One batch on the medium. */
interface Frame<V> {
  readonly undos: readonly Undo<V>[];
  /** How many of its rows are on the medium; fewer than all after it was torn. */
  rows: number;
  /** When it became durable, in nanoseconds; undefined until then. */
  syncedAt: bigint | undefined;
}

/** Remembers how to undo batches, as long as they can be lost. */
export interface UndoLog<V> {
  /** Applies a batch to the store and remembers what it changes. Throws what the store throws. */
  write(batch: readonly Write<V>[]): void;
  /** The number of batches written and not undone. */
  written(): number;
  /** Marks the first `covered` batches as durable at this time. */
  sync(covered: number, at: bigint): void;
  /** The number of batches that are not durable. */
  unsynced(): number;
  /** The number of rows in one of these, counted from 0. */
  rowsOf(unsynced: number): number;
  /**
   * Keeps the first `whole` batches that are not durable and `rows` rows of the next one. With 0
   * rows, that batch is gone.
   */
  cut(whole: number, rows: number): void;
  /** Undoes a batch of which only some rows are left, as recovery does. */
  discardTorn(): void;
  /** Undoes everything that became durable after a time; needs the history. */
  undoSyncedAfter(at: bigint): void;
}

/** Creates the log of an empty store. Without history it forgets durable batches. */
export function createUndoLog<V>(store: Store<V>, keepsHistory: boolean): UndoLog<V> {
  const frames: Frame<V>[] = [];
  let forgotten = 0;
  let synced = 0;

  function undoRows(frame: Frame<V>, kept: number): void {
    const undone = frame.undos.slice(kept, frame.rows).reverse();
    for (const { key, before } of undone) {
      store.write([
        before === undefined ? { type: 'Delete', key } : { type: 'Put', key, value: before },
      ]);
    }
    frame.rows = kept;
  }

  function undoLast(): void {
    const last = frames.pop();
    if (last === undefined) return;
    undoRows(last, 0);
    synced = Math.min(synced, frames.length);
  }

  return {
    write(batch) {
      // If a batch sets a row twice, both are undone, and the first undone last.
      const undos = batch.map(({ key }) => ({ key, before: store.get(key) }));
      store.write(batch);
      frames.push({ undos, rows: batch.length, syncedAt: undefined });
    },
    written: () => forgotten + frames.length,
    sync(covered, at) {
      const end = Math.min(covered - forgotten, frames.length);
      for (; synced < end; synced += 1) {
        const frame = frames[synced];
        if (frame !== undefined) frame.syncedAt = at;
      }
      if (keepsHistory) return;
      frames.splice(0, synced);
      forgotten += synced;
      synced = 0;
    },
    unsynced: () => frames.length - synced,
    rowsOf: (unsynced) => frames[synced + unsynced]?.undos.length ?? 0,
    cut(whole, rows) {
      const torn = frames[synced + whole];
      if (torn === undefined) return;
      while (frames.at(-1) !== torn) undoLast();
      if (rows === 0) undoLast();
      else undoRows(torn, rows);
    },
    discardTorn() {
      const last = frames.at(-1);
      if (last !== undefined && last.rows < last.undos.length) undoLast();
    },
    undoSyncedAfter(at) {
      for (;;) {
        const last = frames.at(-1);
        if (last === undefined || (last.syncedAt !== undefined && last.syncedAt <= at)) return;
        undoLast();
      }
    },
  };
}
