import { invariant } from './invariant.ts';

/** How far a version may fall behind the newest before it is worth a copy of its own. */
const DISTANCE_MAX = 64;

/**
 * An immutable map whose newest version costs what a native map costs.
 *
 * A change gives the next version, which takes over the native map, and leaves with its predecessor
 * what was different there. So reading the newest version is one look-up, and reading one of a few
 * changes ago some comparisons; reading one far behind, or changing one that is not the newest,
 * copies it. Nothing that anybody does with one version shows in another.
 *
 * Walks go in ascending order of the keys, whatever the history. A value is never undefined.
 */
export class VersionedMap<K extends string | number, V> implements Iterable<readonly [K, V]> {
  readonly size: number;
  /** Undefined once there is a next version. */
  #entries: Map<K, V> | undefined;
  #next: Difference<K, V> | undefined;

  private constructor(entries: Map<K, V>) {
    this.size = entries.size;
    this.#entries = entries;
  }

  /** Gives a map that holds nothing. */
  static empty<K extends string | number, V>(): VersionedMap<K, V> {
    return new VersionedMap<K, V>(new Map());
  }

  /** Looks a key up; undefined where it is absent. */
  get(key: K): V | undefined {
    return this.#entries === undefined ? this.#getBehind(key) : this.#entries.get(key);
  }

  /** Tells whether a key is there. */
  has(key: K): boolean {
    return this.get(key) !== undefined;
  }

  /** Gives the map with a value at a key; the same map where it is there already. */
  set(key: K, value: V): VersionedMap<K, V> {
    const before = this.get(key);
    if (before === value) return this;
    const entries = this.#release();
    entries.set(key, value);
    return this.#precede(new VersionedMap(entries), key, before);
  }

  /** Gives the map without a key; the same map where it is not there. */
  delete(key: K): VersionedMap<K, V> {
    const before = this.get(key);
    if (before === undefined) return this;
    const entries = this.#release();
    entries.delete(key);
    return this.#precede(new VersionedMap(entries), key, before);
  }

  /** Walks the pairs. */
  *[Symbol.iterator](): Generator<readonly [K, V]> {
    const pairs = [...(this.#entries ?? this.#copy())];
    yield* pairs.sort(([a], [b]) => (a < b ? -1 : 1));
  }

  /** Calls back with every pair, in no particular order: to sort costs more than to look. */
  each(visit: (value: V, key: K) => void): void {
    (this.#entries ?? this.#copy()).forEach(visit);
  }

  /** Walks the keys. */
  *keys(): Generator<K> {
    for (const [key] of this) yield key;
  }

  /** Walks the values, in the order of their keys. */
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

  /** Gives a native map with these entries, to be changed; without them if it was this one's own. */
  #release(): Map<K, V> {
    // Nothing is gained by handing on what is empty, and the empty map of a constant would hold on
    // to every version that comes after it.
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

/** Says where a version differs from the one after it. */
interface Difference<K extends string | number, V> {
  readonly version: VersionedMap<K, V>;
  readonly key: K;
  /** Before the change; undefined where the key was absent. */
  readonly value: V | undefined;
}
