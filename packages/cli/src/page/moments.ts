import type { Moment } from './run-data.ts';

/** Orders moments by time, and within one time by the numbers of their events. */
export function compareMoments([event, at]: Moment, [otherEvent, otherAt]: Moment): number {
  return at - otherAt || event - otherEvent;
}

/** Counts how many come first in a list for which this holds; it holds for none after these. */
export function countFirst<T>(list: readonly T[], isMeant: (each: T) => boolean): number {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isMeant(list[middle] as T)) low = middle + 1;
    else high = middle;
  }
  return low;
}
