/**
 * The largest size of a chunk; above it, the chunk is split. An insertion moves at most this many
 * keys.
 */
const CHUNK_SIZE_MAX = 512;

/**
 * A set of distinct strings in ascending order, which is cheap to change between two iterations.
 */
export interface SortedKeys {
  /** Adds a key that is not there yet. */
  add(key: string): void;
  /** Removes a key, if it is there. */
  remove(key: string): void;
  /** Iterates over the keys from `from` on, including it. The set must not change meanwhile. */
  from(from: string): Iterable<string>;
}

/**
 * Creates an empty set.
 *
 * The keys are in sorted, non-empty chunks, so that neither adding a key nor the next iteration
 * costs more in a large store; a flat array would be sorted again, or moved, at every change. A key
 * is sorted in when somebody iterates, because most stores are written far more often.
 */
export function createSortedKeys(): SortedKeys {
  const chunks: string[][] = [];
  const added = new Set<string>();

  function sortIn(): void {
    for (const key of added) addKey(chunks, key);
    added.clear();
  }

  return {
    add: (key) => void added.add(key),
    remove(key) {
      // Many keys are removed before anybody iterates, and were never sorted in.
      if (!added.delete(key)) removeKey(chunks, key);
    },
    from(from) {
      sortIn();
      return walk(chunks, from);
    },
  };
}

function addKey(chunks: string[][], key: string): void {
  const at = chunkIndexOf(chunks, key);
  const chunk = chunks[at];
  if (chunk === undefined) {
    chunks.push([key]);
    return;
  }
  chunk.splice(lowerBound(chunk, key), 0, key);
  if (chunk.length > CHUNK_SIZE_MAX) {
    chunks.splice(at + 1, 0, chunk.splice(CHUNK_SIZE_MAX / 2));
  }
}

function removeKey(chunks: string[][], key: string): void {
  const at = chunkIndexOf(chunks, key);
  const chunk = chunks[at];
  if (chunk === undefined) return;
  const index = lowerBound(chunk, key);
  if (chunk[index] !== key) return;
  chunk.splice(index, 1);
  if (chunk.length === 0) chunks.splice(at, 1);
}

function* walk(chunks: readonly (readonly string[])[], from: string): Generator<string> {
  const first = chunkIndexOf(chunks, from);
  for (let at = first; at < chunks.length; at += 1) {
    const chunk = chunks[at] ?? [];
    let index = at === first ? lowerBound(chunk, from) : 0;
    for (; index < chunk.length; index += 1) yield chunk[index] as string;
  }
}

/** Gives the last chunk whose first key is not above `key`, or the first chunk. */
function chunkIndexOf(chunks: readonly (readonly string[])[], key: string): number {
  const above = firstIndex(chunks.length, (index) => (chunks[index]?.[0] ?? '') > key);
  return Math.max(0, above - 1);
}

function lowerBound(keys: readonly string[], key: string): number {
  return firstIndex(keys.length, (index) => (keys[index] ?? '') >= key);
}

/** Gives the first index for which `holds` is true, or `length`. Once true, it must stay true. */
function firstIndex(length: number, holds: (index: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
