import type { ScanRange, Write } from './store.ts';
import { StoreError } from './store.ts';

/** What is wrong with a simulated disk at present. */
export interface DiskTrouble {
  /** @throws StoreError `Corrupt` where the row of this key has rotted */
  checkKey(key: string): void;
  /** @throws StoreError `Corrupt` where a row of this range has rotted */
  checkRange(range: ScanRange): void;
  /** Notes what the last batch has written over, which is sound again as long as that batch is there. */
  overwrite(batch: readonly Write<unknown>[]): void;
  /**
   * Has a disk fall back to earlier rows: forgets the rot of those that are there no more or are others then, and
   * finds again what was written over by a batch that is lost.
   */
  fallBack(fall: () => void): void;
  /** Lets the row of a key rot; the function returned puts it back as it was. */
  rot(key: string): () => void;
  /** Lets the disk be full; the function returned makes room. */
  fill(): () => void;
  /** Gives why a flush that ends now fails; undefined where it does not. */
  refusal(): StoreError | undefined;
}

/** The rows that somebody has at present. */
export interface Rows {
  rowAt(key: string): unknown;
  /** Counts the batches ever written and not lost. */
  written(): number;
}

interface Rot {
  readonly row: unknown;
  /** Which batch, counted from 1, was the first to write over it. */
  overwrittenBy: number | undefined;
}

/** Creates a disk that nothing is wrong with. */
export function createDiskTrouble({ rowAt, written }: Rows): DiskTrouble {
  const rotten = new Map<string, Rot>();
  const fillings = new Set<symbol>();
  return {
    checkKey(key) {
      if (rotten.size > 0 && isBare(rotten.get(key))) throw rottenRow(key);
    },
    checkRange({ from, to }) {
      if (rotten.size === 0) return;
      for (const [key, rot] of rotten) {
        if (isBare(rot) && from <= key && key < to) throw rottenRow(key);
      }
    },
    overwrite(batch) {
      if (rotten.size === 0) return;
      for (const { key } of batch) {
        const rot = rotten.get(key);
        if (rot !== undefined) rot.overwrittenBy ??= written();
      }
    },
    fallBack(fall) {
      fall();
      for (const [key, rot] of rotten) {
        if ((rot.overwrittenBy ?? 0) > written()) rot.overwrittenBy = undefined;
        if (isBare(rot) && rowAt(key) !== rot.row) rotten.delete(key);
      }
    },
    rot(key) {
      const rot: Rot = { row: rowAt(key), overwrittenBy: undefined };
      rotten.set(key, rot);
      return () => {
        if (rotten.get(key) === rot) rotten.delete(key);
      };
    },
    fill() {
      const filling = Symbol('full');
      fillings.add(filling);
      return () => void fillings.delete(filling);
    },
    refusal() {
      if (fillings.size === 0) return undefined;
      return new StoreError('the disk is full', { code: 'DiskFull', retryable: true });
    },
  };
}

function isBare(rot: Rot | undefined): boolean {
  return rot !== undefined && rot.overwrittenBy === undefined;
}

function rottenRow(key: string): StoreError {
  const message = `the row ${JSON.stringify(key)} does not fit its checksum`;
  return new StoreError(message, { code: 'Corrupt', retryable: false });
}
