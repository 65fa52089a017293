import { invariant } from './invariant.ts';

/** How many versions a read may follow before it gets a copy of its own. */
const DISTANCE_MAX = 64;

/**
 * An immutable map whose newest version is as fast as a native map.
 *
 * A change gives the next version. That version takes over the native map and leaves its
 * predecessor one difference: what was at the changed key. Reading the newest version is one
 * look-up. Reading a version a few changes back takes a few comparisons. Reading one far behind, or
 * changing one that is not the newest, copies the map. No operation on one version shows in
 * another.
 *
 * Iteration is in ascending order of the keys, whatever the history. A value is never undefined.
 */
export class VersionedMap<K extends string | number, V> implements Iterable<readonly [K, V]> {
  readonly size: number;
  /** Undefined once a next version exists. */
  #entries: Map<K, V> | undefined;
  #next: Difference<K, V> | undefined;

  private constructor(entries: Map<K, V>) {
    this.size = entries.size;
    this.#entries = entries;
  }

  /** Gives an empty map. */
  static empty<K extends string | number, V>(): VersionedMap<K, V> {
    return new VersionedMap<K, V>(new Map());
  }

  /** Looks up a key; undefined when it is absent. */
  get(key: K): V | undefined {
    return this.#entries === undefined ? this.#getBehind(key) : this.#entries.get(key);
  }

  /** Tells whether a key is there. */
  has(key: K): boolean {
    return this.get(key) !== undefined;
  }

  /** Gives a map with the value at the key; this same map when the value is there already. */
  set(key: K, value: V): VersionedMap<K, V> {
    const before = this.get(key);
    if (before === value) return this;
    const entries = this.#release();
    entries.set(key, value);
    return this.#precede(new VersionedMap(entries), key, before);
  }

  /** Gives a map without the key; this same map when the key is absent. */
  delete(key: K): VersionedMap<K, V> {
    const before = this.get(key);
    if (before === undefined) return this;
    const entries = this.#release();
    entries.delete(key);
    return this.#precede(new VersionedMap(entries), key, before);
  }

  /** Iterates over the pairs. */
  *[Symbol.iterator](): Generator<readonly [K, V]> {
    const pairs = [...(this.#entries ?? this.#copy())];
    yield* pairs.sort(([a], [b]) => (a < b ? -1 : 1));
  }

  /** Calls back with every pair in no particular order: this saves the cost of sorting. */
  each(visit: (value: V, key: K) => void): void {
    (this.#entries ?? this.#copy()).forEach(visit);
  }

  /** Iterates over the keys. */
  *keys(): Generator<K> {
    for (const [key] of this) yield key;
  }

  /** Iterates over the values, in the order of their keys. */
  *values(): Generator<V> {
    for (const [, value] of this) yield value;
  }

  #getBehind(key: K): V | undefined {
    let version: VersionedMap<K, V> = this;
    for (let distance = 0; distance < DISTANCE_MAX; distance += 1) {
      if (version.#entries !== undefined) return version.#entries.get(key);
      const next = version.#difference();
      if (next.key === key) return next.value;
      version = next.version;
    }
    this.#entries = this.#copy();
    this.#next = undefined;
    return this.#entries.get(key);
  }

  /**
   * Gives a native map with these entries that may be changed. This version gives up its own if it
   * has one.
   */
  #release(): Map<K, V> {
    // Handing on an empty map saves nothing. And if a constant such as EMPTY_LEDGER handed on its
    // map, it would keep every later version alive.
    if (this.#entries === undefined || this.size === 0) return this.#copy();
    const entries = this.#entries;
    this.#entries = undefined;
    return entries;
  }

  #precede(version: VersionedMap<K, V>, key: K, value: V | undefined): VersionedMap<K, V> {
    if (this.#entries === undefined && this.#next === undefined)
      this.#next = { version, key, value };
    return version;
  }

  #copy(): Map<K, V> {
    const differences: Difference<K, V>[] = [];
    let version: VersionedMap<K, V> = this;
    while (version.#entries === undefined) {
      const next = version.#difference();
      differences.push(next);
      version = next.version;
    }
    const entries = new Map(version.#entries);
    for (const { key, value } of differences.reverse()) {
      if (value === undefined) entries.delete(key);
      else entries.set(key, value);
    }
    return entries;
  }

  #difference(): Difference<K, V> {
    invariant(this.#next !== undefined, 'a version without entries has a next one');
    return this.#next;
  }
}

/** How a version differs from the one after it. */
interface Difference<K extends string | number, V> {
  readonly version: VersionedMap<K, V>;
  readonly key: K;
  /** The value before the change; undefined when the key was absent. */
  readonly value: V | undefined;
}
