import { DurationError, parseDuration } from '@quorate/network';
import { CommandError } from './wallet/command-error.ts';

/**
 * Read the time that an option gives. Units: nanoseconds.
 *
 * @throws CommandError naming the option, and how a time is written
 */
export function readTime(option: `--${string}`, text: string): bigint {
  try {
    return parseDuration(text);
  } catch (failure) {
    if (!(failure instanceof DurationError)) throw failure;
    throw new CommandError(
      `${option} takes a time, a number and a unit (ns, us, ms, s, min, h) such as "5min", not "${text}"`,
    );
  }
}
