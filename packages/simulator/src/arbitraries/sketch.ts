import { invariant } from '@quorate/core';
import fc from 'fast-check';

/**
 * A value that depends on the scene for which it is drawn. Arbitraries of sketches are built once
 * and serve every cluster, whereas arbitraries of the values themselves would have to know the
 * names of nodes.
 */
export type Sketch<C, T> = (scene: C) => T;

/** Draws sketches. */
export type Sketches<C, T> = fc.Arbitrary<Sketch<C, T>>;

/** The resolution of a share, fine enough for a list of any length. */
const FINE = 2 ** 30;

/** Draws a number from 0 up to, and not including, 1. */
export const share: fc.Arbitrary<number> = fc.nat(FINE - 1).map((drawn) => drawn / FINE);

/** Draws a value that does not depend on the scene. */
export function given<T>(values: fc.Arbitrary<T>): Sketches<unknown, T> {
  return values.map((value) => () => value);
}

/** Gives the element of a list on which a share falls; undefined only if the list is empty. */
export function elementAt<T>(list: readonly T[], drawn: number): T | undefined {
  return list[Math.floor(drawn * list.length)];
}

/** Draws an element of a list, which must not be empty. */
export function oneFrom<C, T>(list: (scene: C) => readonly T[]): Sketches<C, T> {
  return share.map((drawn) => (scene) => {
    const all = list(scene);
    invariant(all.length > 0, 'there is something to choose from');
    return elementAt(all, drawn) as T;
  });
}

/**
 * One sort key for each element of a list; longer lists use the keys again, in other combinations.
 */
const keys = fc.tuple(...Array.from({ length: 12 }, () => fc.nat(65_520)));

/** Draws an order of the elements of a list. */
export function shuffledFrom<C, T>(list: (scene: C) => readonly T[]): Sketches<C, T[]> {
  return keys.map((drawn) => (scene) => shuffled(list(scene), drawn));
}

/** Draws an order of some names. */
export const shuffledNames: Sketches<readonly string[], string[]> = shuffledFrom((names) => names);

/**
 * Draws some elements of a list, at least one unless the list is empty, in the order of the list.
 */
export function someFrom<C, T>(list: (scene: C) => readonly T[]): Sketches<C, T[]> {
  return fc.tuple(share, keys).map(([drawn, order]) => (scene) => {
    const all = list(scene);
    if (all.length === 0) return [];
    const count = 1 + Math.floor(drawn * all.length);
    const places = all.map((_, index) => index);
    const chosen = new Set(shuffled(places, order).slice(0, count));
    return all.filter((_, index) => chosen.has(index));
  });
}

function shuffled<T>(list: readonly T[], drawn: readonly number[]): T[] {
  const keyed = list.map((element, index) => {
    const key = drawn[index % drawn.length] ?? 0;
    return { element, key: ((key + 1) * (1 + Math.floor(index / drawn.length))) % 65_521 };
  });
  return keyed.sort((a, b) => a.key - b.key).map(({ element }) => element);
}

/** Draws an object key by key. */
export function outline<C, T extends object>(
  fields: {
    readonly [K in keyof T]-?: Sketches<C, T[K]>;
  },
): Sketches<C, T> {
  const names = Object.keys(fields) as (keyof T)[];
  return fc.tuple(...names.map((name) => fields[name])).map((drawn) => (scene) => {
    const made: Partial<T> = {};
    for (const [index, name] of names.entries()) {
      made[name] = (drawn[index] as Sketch<C, T[typeof name]>)(scene);
    }
    return made as T;
  });
}

/** Draws a list with one sketch from each of several arbitraries. */
export function each<C, T>(all: readonly Sketches<C, T>[]): Sketches<C, T[]> {
  return fc.tuple(...all).map((drawn) => (scene) => drawn.map((one) => one(scene)));
}

/** Draws a value with this probability, and otherwise undefined. */
export function maybe<C, T>(
  probability: number,
  sketches: Sketches<C, T>,
): Sketches<C, T | undefined> {
  return fc.tuple(share, sketches).map(
    ([drawn, sketch]) =>
      (scene) =>
        drawn < probability ? sketch(scene) : undefined,
  );
}
