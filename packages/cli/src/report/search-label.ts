import { type ExitCode, exitCodes, mostSevere } from '../exit-code.ts';
import type { Colors } from '../terminal.ts';

/** Say in a word what many runs came to: of those that were called off, nobody knows. */
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
