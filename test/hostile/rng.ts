/** Draws numbers that come out the same for the same seed (mulberry32). */
export interface Rng {
  /** A whole number from 0 up to but not including the bound. */
  below(bound: number): number;
  pick<T>(items: readonly [T, ...T[]]): T;
  bytes(length: number): Uint8Array;
}

/** Creates what draws for one request: the seed of the run and the number of the request. */
export function rngOf(seed: number, number: number): Rng {
  let state = (Math.imul(seed, 0x9e3779b1) ^ Math.imul(number + 1, 0x85ebca6b)) >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  const below = (bound: number): number => next() % bound;
  return {
    below,
    pick: (items) => items[below(items.length)] ?? items[0],
    bytes: (length) => Uint8Array.from({ length }, () => below(256)),
  };
}
