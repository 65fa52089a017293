/** Counts the bytes that are set aside at a time. */
const SLAB_BYTES = 65_536;

/** Bytes that were copied, and lie among others. */
export interface KeptBytes {
  readonly slab: Uint8Array;
  readonly from: number;
  readonly length: number;
}

/**
 * Creates a place for copies of short messages.
 *
 * A typed array of its own for each costs more than all that is done with it: memory of its own, and
 * a finaliser. A slab is freed as a whole, once nobody holds anything that lies in it.
 */
export function createByteSlabs(): (bytes: Uint8Array) => KeptBytes {
  let slab = new Uint8Array(SLAB_BYTES);
  let used = 0;
  return (bytes) => {
    const { length } = bytes;
    if (used + length > slab.length) {
      slab = new Uint8Array(Math.max(SLAB_BYTES, length));
      used = 0;
    }
    const kept = { slab, from: used, length };
    slab.set(bytes, used);
    used += length;
    return kept;
  };
}

/** Tells whether bytes are those that were kept; not in constant time. */
export function isKept({ slab, from, length }: KeptBytes, bytes: Uint8Array): boolean {
  if (bytes.length !== length) return false;
  for (let index = 0; index < length; index += 1) {
    if (slab[from + index] !== bytes[index]) return false;
  }
  return true;
}
