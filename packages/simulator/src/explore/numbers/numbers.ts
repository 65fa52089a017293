import { InvariantError } from '@quorate/core';

/**
 * The most states of one node, or messages: a larger number does not fit into one code unit of a
 * text.
 */
export const NUMBERS_MAX = 0xffff;

/** Thrown if a search has met more states or messages than it can number. */
export class TooManyError extends Error {
  override readonly name = 'TooManyError';
  readonly code = 'TooMany';
}

/**
 * Returns the number if it is small enough.
 *
 * @throws TooManyError otherwise
 */
export function bounded(number: number): number {
  if (number > NUMBERS_MAX) throw new TooManyError('more than can be numbered');
  return number;
}

/** Gives undefined if `make` meets more than can be numbered. */
export function unlessTooMany<T>(make: () => T): T | undefined {
  try {
    return make();
  } catch (error) {
    if (error instanceof TooManyError) return undefined;
    throw error;
  }
}

/** Gives the item with this number. */
export function at<T>(list: readonly T[], number: number): T {
  const found = list[number];
  if (found === undefined) throw new InvariantError(`nothing has the number ${number}`);
  return found;
}
