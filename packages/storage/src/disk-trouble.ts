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
  /** Forgets rows that are there no more. */
  lose(isThere: (key: string) => boolean): void;
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
    lose(isThere) {
      for (const key of rotten.keys()) if (!isThere(key)) rotten.delete(key);
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
