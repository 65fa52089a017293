import type { ScanRange, Write } from './store.ts';
import { StoreError } from './store.ts';

/** The faults of a simulated disk. */
export interface DiskTrouble {
  /** @throws StoreError `Corrupt` when the row of this key has rotted */
  checkKey(key: string): void;
  /** @throws StoreError `Corrupt` when a row in this range has rotted */
  checkRange(range: ScanRange): void;
  /**
   * Notes that a batch overwrites rows. A rotten row among them is sound as long as that batch
   * exists.
   */
  overwrite(batch: readonly Write<unknown>[]): void;
  /**
   * Restores an earlier state of the disk. Rows that are missing or different there have no rot. A
   * row that was overwritten only by a lost batch is rotten again.
   */
  fallBack(fall: () => void): void;
  /** Makes the row of a key rot. The returned function repairs it. */
  rot(key: string): () => void;
  /** Makes the disk full. The returned function makes room again. */
  fill(): () => void;
  /** Gives the reason for which a flush that ends now fails; undefined when it succeeds. */
  refusal(): StoreError | undefined;
}

/** The current rows of the disk. */
export interface Rows {
  rowAt(key: string): unknown;
  /** The number of batches written and not lost. */
  written(): number;
}

interface Rot {
  readonly row: unknown;
  /** The number of the first batch that overwrote it, counted from 1; undefined if none did. */
  overwrittenBy: number | undefined;
}

/** Creates a disk without faults. */
export function createDiskTrouble({ rowAt, written }: Rows): DiskTrouble {
  const rotten = new Map<string, Rot>();
  const fillings = new Set<symbol>();
  return {
    checkKey(key) {
      if (isBare(rotten.get(key))) throw rottenRow(key);
    },
    checkRange({ from, to }) {
      for (const [key, rot] of rotten) {
        if (isBare(rot) && from <= key && key < to) throw rottenRow(key);
      }
    },
    overwrite(batch) {
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
