import { createRng, type Stream } from '@quorate/network';
import type { Range, Weights } from '../scenario/swarm/swarm.ts';

/** Opens the streams of one drawing by name; none of them is one that a run draws from. */
export type Dice = (name: string) => Stream;

/** Creates the dice of a seed. */
export function diceOf(seed: bigint): Dice {
  const rng = createRng(seed);
  return (name) => rng.stream(`draw/${name}`);
}

/** Draws a whole number, both ends included. */
export function wholeIn(stream: Stream, { least, greatest }: Range): number {
  return least + stream.below(greatest - least + 1);
}

/** Draws a probability in thousandths, both ends included, so that it is short in print. */
export function probabilityIn(stream: Stream, { least, greatest }: Range): number {
  const drawn = least + stream.unit() * (greatest - least);
  return Math.min(greatest, Math.max(least, Math.round(drawn * 1000) / 1000));
}

/** Draws a time span in whole milliseconds, both ends included. Units: milliseconds in, ns out. */
export function spanIn(stream: Stream, least: number, greatest: number): bigint {
  return BigInt(wholeIn(stream, { least, greatest })) * 1_000_000n;
}

/** Draws one of the keys of a table by its weight. */
export function weighted<K extends string>(stream: Stream, weights: Weights<K>): K {
  const entries = Object.entries(weights) as [K, number][];
  const total = entries.reduce((sum, [, weight]) => sum + weight, 0);
  let left = stream.unit() * total;
  for (const [key, weight] of entries) {
    if (left < weight) return key;
    left -= weight;
  }
  // Rounding may leave a crumb behind the last that has a weight.
  const last = entries.filter(([, weight]) => weight > 0).at(-1) ?? entries[0];
  return (last as [K, number])[0];
}

/** Draws some elements, at least one of a list that has any, in the order of the list. */
export function someOf<T>(stream: Stream, list: readonly T[]): readonly T[] {
  const size = wholeIn(stream, { least: Math.min(1, list.length), greatest: list.length });
  const chosen = new Set(stream.shuffle(list.map((_, index) => index)).slice(0, size));
  return list.filter((_, index) => chosen.has(index));
}
