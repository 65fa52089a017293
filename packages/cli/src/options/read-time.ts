import { DURATION_UNITS, DurationError, parseDuration } from '@quorate/network';
import { OptionError } from '../command-error.ts';

/** Minutes as many people write them in a terminal; scenario files say `min`. */
const SHORT_MINUTES = /(?<=\d ?)m$/;

/**
 * Reads a time as people write it in a terminal. Units: nanoseconds.
 *
 * @throws DurationError as `parseDuration` does
 */
export function typedTime(text: string): bigint {
  return parseDuration(text.replace(SHORT_MINUTES, 'min'));
}

/**
 * Reads the time that an option gives. Units: nanoseconds.
 *
 * @throws OptionError naming the option, and how a time is written
 */
export function readTime(option: `--${string}`, text: string): bigint {
  try {
    return typedTime(text);
  } catch (failure) {
    if (!(failure instanceof DurationError)) throw failure;
    throw new OptionError(
      `${option} takes a number and a unit of time (${DURATION_UNITS.join(', ')}), such as "5min", not "${text}"`,
    );
  }
}

/**
 * Reads the time that an option gives, if it is given. Units: seconds.
 *
 * @throws OptionError as `readTime` does
 */
export function secondsOf(option: `--${string}`, text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(readTime(option, text)) / 1e9;
}

/**
 * Reads how long a search goes on, as `secondsOf` does, and refuses 0: a search takes some time.
 */
export function searchSecondsOf(text: string | undefined): number | undefined {
  const seconds = secondsOf('--time', text);
  if (seconds === 0) throw new OptionError(`--time takes a time above 0, not "${text}"`);
  return seconds;
}
