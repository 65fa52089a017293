import { type ExitCode, exitCodes, mostSevere } from '../exit-code.ts';
import type { Colors } from '../output/terminal.ts';

/** Gives the result of many runs in a word: if they were called off, there is none. */
export function searchLabel(causes: readonly ExitCode[], colors: Colors): string {
  switch (mostSevere(causes)) {
    case exitCodes.passed:
      return colors.green('PASS');
    case exitCodes.interrupted:
      return colors.yellow('STOP');
    default:
      return colors.red('FAIL');
  }
}
