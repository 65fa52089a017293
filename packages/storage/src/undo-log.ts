import type { Store, Write } from './store.ts';

/** What one row of a batch was before; a key that had no value has `undefined`. */
interface Undo<V> {
  readonly key: string;
  readonly before: V | undefined;
}

/** One batch on the medium. */
interface Frame<V> {
  readonly undos: readonly Undo<V>[];
  /** How many of its rows are on the medium; less than all in a frame that was torn. */
  rows: number;
  /** When it became durable; undefined until then. */
  syncedAt: bigint | undefined;
}

/** Remembers how to take batches back, as long as they can be lost. */
export interface UndoLog<V> {
  /** Applies a batch to the store and remembers what it changes; throws what the store throws. */
  write(batch: readonly Write<V>[]): void;
  /** Counts the batches ever written and not undone. */
  written(): number;
  /** Makes the first `covered` batches durable, at this time. */
  sync(covered: number, at: bigint): void;
  /** Counts the batches that are not durable. */
  unsynced(): number;
  /** Counts the rows of one of those, the first being 0. */
  rowsOf(unsynced: number): number;
  /**
   * Leaves the first `whole` batches that are not durable and `rows` rows of the one after them; with
   * no row left there is no such batch.
   */
  cut(whole: number, rows: number): void;
  /** Takes back a batch of which only some rows are left, as recovery does that finds it. */
  discardTorn(): void;
  /** Takes back what became durable after a time; needs the history. */
  undoSyncedAfter(at: bigint): void;
}

/** Creates the log of an empty store; without history it forgets what is durable. */
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
      const undos = undosOf(store, batch);
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

/** Reads what each row of a batch finds; an earlier row of the batch may be what it finds. */
function undosOf<V>(store: Store<V>, batch: readonly Write<V>[]): readonly Undo<V>[] {
  const written = new Map<string, V | undefined>();
  return batch.map((write) => {
    const { key } = write;
    const before = written.has(key) ? written.get(key) : store.get(key);
    written.set(key, write.type === 'Put' ? write.value : undefined);
    return { key, before };
  });
}
