import { InvariantError } from '@quorate/core';

/** More states of one node, or messages, than this do not fit into a unit of a text. */
export const NUMBERS_MAX = 0xffff;

/** Reports that a search has met more than it can number. */
export class TooManyError extends Error {
  override readonly name = 'TooManyError';
  readonly code = 'TooMany';
}

/**
 * Lets a number through that is small enough.
 *
 * @throws TooManyError
 */
export function bounded(number: number): number {
  if (number > NUMBERS_MAX) throw new TooManyError('more than can be numbered');
  return number;
}

/** Gives undefined where making something meets more than can be numbered. */
export function unlessTooMany<T>(make: () => T): T | undefined {
  try {
    return make();
  } catch (error) {
    if (error instanceof TooManyError) return undefined;
    throw error;
  }
}

/** Gives what has a number. */
export function at<T>(list: readonly T[], number: number): T {
  const found = list[number];
  if (found === undefined) throw new InvariantError(`nothing has the number ${number}`);
  return found;
}
