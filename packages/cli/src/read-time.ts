import { DURATION_UNITS, DurationError, parseDuration } from '@quorate/network';
import { CommandError } from './wallet/command-error.ts';

/**
 * Reads the time that an option gives. Units: nanoseconds.
 *
 * @throws CommandError naming the option, and how a time is written
 */
export function readTime(option: `--${string}`, text: string): bigint {
  try {
    return parseDuration(text);
  } catch (failure) {
    if (!(failure instanceof DurationError)) throw failure;
    throw new CommandError(
      `${option} takes a number and a unit of time (${DURATION_UNITS.join(', ')}), such as "5min", not "${text}"`,
    );
  }
}

/**
 * Reads the time that an option gives, if it is given. Units: seconds; a text says what is wrong
 * with it.
 */
export function secondsOf(
  option: `--${string}`,
  text: string | undefined,
): number | string | undefined {
  if (text === undefined) return undefined;
  try {
    return Number(readTime(option, text)) / 1e9;
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    return error.message;
  }
}

/**
 * Reads how long a search goes on, as `secondsOf` does, and refuses 0: a search takes some time.
 */
export function searchSecondsOf(text: string | undefined): number | string | undefined {
  const seconds = secondsOf('--time', text);
  return seconds === 0 ? `--time takes a time above 0, not "${text}"` : seconds;
}
