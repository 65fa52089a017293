import { CryptoError } from './crypto-error.ts';

/**
 * Maps keys to values, and forgets the least recently used ones when it is full.
 *
 * Entries live in two generations, each of half the capacity. Use moves an entry to the young one;
 * when that is full, the old one is dropped as a whole. So an entry survives as long as fewer than
 * half the capacity of other entries are used after it, and no step takes more than constant time.
 */
export class RecentMap<Key, Value> {
  readonly #generationSize: number;
  #young = new Map<Key, Value>();
  #old = new Map<Key, Value>();

  /**
   * @param capacity the most entries to hold; at least 2.
   * @throws CryptoError `InvalidCapacity`
   */
  constructor(capacity: number) {
    if (!Number.isSafeInteger(capacity) || capacity < 2) {
      throw new CryptoError('InvalidCapacity', `an integer from 2 on is needed, got ${capacity}`);
    }
    this.#generationSize = Math.floor(capacity / 2);
  }

  /** Looks up a key, which counts as use; undefined when it is absent. */
  get(key: Key): Value | undefined {
    const recent = this.#young.get(key);
    if (recent !== undefined) return recent;
    const older = this.#old.get(key);
    if (older !== undefined) this.set(key, older);
    return older;
  }

  /** Sets the value of a key. */
  set(key: Key, value: Value): void {
    if (this.#young.size >= this.#generationSize) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(key, value);
  }
}
