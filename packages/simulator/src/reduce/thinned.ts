/**
 * Lists what is left of a list without a part of it: without all of it, without either half,
 * without each quarter and so on, at last without each single item.
 *
 * Source: Zeller and Hildebrandt, Simplifying and Isolating Failure-Inducing Input (ddmin).
 */
export function* thinned<T>(list: readonly T[]): Iterable<readonly T[]> {
  for (let size = list.length; size > 0; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let start = 0; start < list.length; start += size) yield list.toSpliced(start, size);
  }
}
