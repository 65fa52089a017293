import { type ExitCode, exitCodes, mostSevere } from '../exit-code.ts';
import type { Colors } from '../terminal.ts';

/** Gives the result of many runs in a word; if the runs were called off, nobody knows it. */
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
