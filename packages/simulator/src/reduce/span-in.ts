import { DurationError, parseSignedDuration } from '@quorate/network';

const SHAPE = /^-?[0-9]+(\.[0-9]+)? (ns|us|ms|s|min|h)$/;

/** Reads text as a time span in nanoseconds; undefined if it is none. */
export function spanIn(text: string): bigint | undefined {
  if (!SHAPE.test(text)) return undefined;
  try {
    return parseSignedDuration(text);
  } catch (error) {
    if (error instanceof DurationError) return undefined;
    throw error;
  }
}
