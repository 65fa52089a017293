import type { SortedKeys } from './sorted-keys.ts';
import { createSortedKeys } from './sorted-keys.ts';
import type { ScanRange, Store, Write } from './store.ts';
import { checkBatch, checkKey, closedError, isOneKey, limitOf } from './store-checks.ts';

/** How many writes may wait for a reader: the values they overwrite stay in memory until then. */
const WAITING_MAX = 65_536;

/**
 * Creates an empty store that lives as long as the process.
 *
 * Values are kept by reference. Memory is all the durability there is, so a flush succeeds at once
 * and calls back inside the call. Writes are applied when somebody reads, because most stores are
 * written far more than read.
 */
export function createMemoryStore<V>(): Store<V> {
  const values = new Map<string, V>();
  const keys = createSortedKeys();
  const waiting: Write<V>[] = [];
  let isClosed = false;
  const settle = (): void => {
    for (const write of waiting) apply(values, keys, write);
    waiting.length = 0;
  };
  const checkOpen = (): void => {
    if (isClosed) throw closedError();
  };
  return {
    get(key) {
      checkOpen();
      checkKey(key);
      settle();
      return values.get(key);
    },
    scan(range) {
      checkOpen();
      settle();
      return isOneKey(range) ? collectOne(values, range) : collect(values, keys, range);
    },
    write(batch) {
      checkOpen();
      checkBatch(batch);
      for (const write of batch) waiting.push(write);
      if (waiting.length > WAITING_MAX) settle();
    },
    flush(done) {
      checkOpen();
      done(undefined);
    },
    close() {
      checkOpen();
      isClosed = true;
      values.clear();
      waiting.length = 0;
    },
  };
}

function apply<V>(values: Map<string, V>, keys: SortedKeys, write: Write<V>): void {
  switch (write.type) {
    case 'Put': {
      const { size } = values;
      values.set(write.key, write.value);
      if (values.size > size) keys.add(write.key);
      return;
    }
    case 'Delete':
      if (values.delete(write.key)) keys.remove(write.key);
      return;
  }
}

/** Looks up one key, without sorting any others into place. */
function collectOne<V>(
  values: ReadonlyMap<string, V>,
  range: ScanRange,
): readonly (readonly [string, V])[] {
  const isWanted = limitOf(range) > 0 && values.has(range.from);
  return isWanted ? [[range.from, values.get(range.from) as V]] : [];
}

/** Copies the pairs, so that the result shows the moment of the call. */
function collect<V>(
  values: ReadonlyMap<string, V>,
  keys: SortedKeys,
  range: ScanRange,
): readonly (readonly [string, V])[] {
  const limit = limitOf(range);
  const pairs: [string, V][] = [];
  for (const key of keys.from(range.from)) {
    if (key >= range.to || pairs.length >= limit) break;
    // No check for absence: V may include undefined, and every key here has a value.
    pairs.push([key, values.get(key) as V]);
  }
  return pairs;
}
