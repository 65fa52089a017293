import { counted } from '@quorate/protocol';
import { OptionError } from '../command-error.ts';
import { type ExitCode, exitCodes } from '../exit-code.ts';
import type { OutputFault } from '../output/report-files.ts';
import type { Terminal } from '../output/terminal.ts';
import { renderSummary } from '../report/json.ts';

/**
 * Says what is wrong with files that could not be loaded, so that nothing was done with any of
 * them.
 */
export function refuse(
  mistakes: readonly string[],
  { json, undone = 'run' }: { readonly json?: true; readonly undone?: 'run' | 'changed' },
  { print, complain, colors }: Terminal,
): ExitCode {
  complain(mistakes.map((mistake) => `${colors.red('error')} ${mistake}\n`).join(''));
  if (json === true) print(renderSummary([], mistakes));
  else complain(`${counted(mistakes.length, 'mistake')}, nothing was ${undone}\n`);
  return exitCodes.badScenario;
}

/**
 * Says which output cannot be written, before anything is run. @throws OptionError if none can be
 * where it is to go
 */
export function refuseOutput(
  { message, code }: OutputFault,
  { complain, colors }: Terminal,
): ExitCode {
  if (code === exitCodes.usage) throw new OptionError(message);
  complain(`${colors.red('error')} ${message}\n`);
  return code;
}
