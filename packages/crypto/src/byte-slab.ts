/** The size of a slab, in bytes. */
const SLAB_BYTES = 65_536;

/** A copy of some bytes, inside a slab that it shares with others. */
export interface KeptBytes {
  readonly slab: Uint8Array;
  readonly from: number;
  readonly length: number;
}

/**
 * Creates a store for copies of short messages.
 *
 * One typed array per message would cost more than everything else done with it, because each needs
 * its own memory and a finaliser. A slab is freed once nobody refers to any copy in it.
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

/** Tells whether bytes equal a kept copy. Not in constant time. */
export function isKept({ slab, from, length }: KeptBytes, bytes: Uint8Array): boolean {
  if (bytes.length !== length) return false;
  for (let index = 0; index < length; index += 1) {
    if (slab[from + index] !== bytes[index]) return false;
  }
  return true;
}
