import type { ScanRange, Write } from './store.ts';
import { StoreError } from './store.ts';

/** What is wrong with a simulated disk at present. */
export interface DiskTrouble {
  /** @throws StoreError `Corrupt` where the row of this key has rotted */
  checkKey(key: string): void;
  /** @throws StoreError `Corrupt` where a row of this range has rotted */
  checkRange(range: ScanRange): void;
  /** Notes what is written over, which is sound again. */
  overwrite(batch: readonly Write<unknown>[]): void;
  /** Has a disk fall back to earlier rows, and forgets the rot of those that are there no more or are others then. */
  fallBack(rowAt: (key: string) => unknown, fall: () => void): void;
  /** Lets the row of a key rot; the function returned puts it back as it was. */
  rot(key: string): () => void;
  /** Lets the disk be full; the function returned makes room. */
  fill(): () => void;
  /** Gives why a flush that ends now fails; undefined where it does not. */
  refusal(): StoreError | undefined;
}

/** Creates a disk that nothing is wrong with. */
export function createDiskTrouble(): DiskTrouble {
  const rotten = new Map<string, symbol>();
  const fillings = new Set<symbol>();
  return {
    checkKey(key) {
      if (rotten.size > 0 && rotten.has(key)) throw rottenRow(key);
    },
    checkRange({ from, to }) {
      if (rotten.size === 0) return;
      for (const key of rotten.keys()) if (from <= key && key < to) throw rottenRow(key);
    },
    overwrite(batch) {
      if (rotten.size > 0) for (const { key } of batch) rotten.delete(key);
    },
    fallBack(rowAt, fall) {
      const rows = Array.from(rotten.keys(), (key) => [key, rowAt(key)] as const);
      fall();
      for (const [key, row] of rows) if (rowAt(key) !== row) rotten.delete(key);
    },
    rot(key) {
      const rot = Symbol(key);
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

function rottenRow(key: string): StoreError {
  const message = `the row ${JSON.stringify(key)} does not fit its checksum`;
  return new StoreError(message, { code: 'Corrupt', retryable: false });
}
