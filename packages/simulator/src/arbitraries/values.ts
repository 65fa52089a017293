import fc from 'fast-check';
import type { Range, Weights } from '../scenario/swarm/swarm.ts';
import { type Sketches, share } from './sketch.ts';

/** Nanoseconds in a millisecond. */
export const MS = 1_000_000n;

/** Draws a whole number, both ends included. */
export function whole({ least, greatest }: Range): fc.Arbitrary<number> {
  return fc.integer({ min: least, max: greatest });
}

/**
 * Draws a time span of whole milliseconds, both ends included. Bounds in milliseconds, result in
 * nanoseconds.
 */
export function span(least: number, greatest: number): fc.Arbitrary<bigint> {
  return fc.integer({ min: least, max: greatest }).map((drawn) => BigInt(drawn) * MS);
}

/** Draws a probability in thousandths, both ends included, so that files show few digits. */
export function probabilityIn({ least, greatest }: Range): fc.Arbitrary<number> {
  return share.map((drawn) => {
    const exact = least + drawn * (greatest - least);
    return Math.min(greatest, Math.max(least, Math.round(exact * 1000) / 1000));
  });
}

/** Draws true with this probability. */
export function chance(probability: number): fc.Arbitrary<boolean> {
  return share.map((drawn) => drawn < probability);
}

/** Draws one of the keys of a table by weight; at least one weight must be above 0. */
export function weighted<K extends string>(weights: Weights<K>): fc.Arbitrary<K> {
  const entries = (Object.entries(weights) as [K, number][]).filter(([, weight]) => weight > 0);
  const total = entries.reduce((sum, [, weight]) => sum + weight, 0);
  return share.map((drawn) => {
    let left = drawn * total;
    for (const [key, weight] of entries) {
      if (left < weight) return key;
      left -= weight;
    }
    // Rounding may leave a remainder after the last key.
    return (entries.at(-1) as [K, number])[0];
  });
}

/**
 * How long something lasts, in nanoseconds: usually a moment, sometimes many round trips, rarely
 * very long.
 */
export const length: fc.Arbitrary<bigint> = fc.oneof(
  { weight: 3, arbitrary: span(20, 500) },
  { weight: 4, arbitrary: span(500, 2_500) },
  { weight: 2, arbitrary: span(2_500, 8_000) },
);

/** Amounts at the limits of what the formats hold. */
const EDGES = [0n, 1n, 2n ** 64n - 1n, 2n ** 64n, 2n ** 255n, 2n ** 256n - 1n] as const;

/** Small amounts, so that a receiver can spend what it got. */
const LITTLE = [1n, 2n, 7n, 10n, 33n] as const;

/**
 * Draws an amount for an account with this balance at genesis: mostly small, and often at a limit.
 */
export function amountOf<C>(balanceIn: (scene: C) => bigint): Sketches<C, bigint> {
  const one = (amount: bigint) => () => amount;
  return fc.oneof(
    { weight: 9, arbitrary: fc.constantFrom(...LITTLE.map(one)) },
    { weight: 2, arbitrary: fc.constant((scene: C) => balanceIn(scene) / 2n) },
    { weight: 3, arbitrary: fc.constant(balanceIn) },
    { weight: 1, arbitrary: fc.constant((scene: C) => balanceIn(scene) + 1n) },
    { weight: 2, arbitrary: fc.constantFrom(...EDGES.map(one)) },
  );
}
