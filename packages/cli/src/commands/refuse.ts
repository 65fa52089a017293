import { type ExitCode, exitCodes } from '../exit-code.ts';
import { renderSummary } from '../report/json.ts';
import { count } from '../report/words.ts';
import type { OutputFault } from '../report-files.ts';
import type { Terminal } from '../terminal.ts';

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
  else complain(`${count(mistakes.length, 'mistake')}, nothing was ${undone}\n`);
  return exitCodes.badScenario;
}

/** Says which output cannot be written, before anything is run. */
export function refuseOutput(
  { message, code }: OutputFault,
  { complain, colors }: Terminal,
): ExitCode {
  complain(`${colors.red('error')} ${message}\n`);
  return code;
}

/** Says which option makes no sense, before anything is run. */
export function refuseOption(fault: string, { complain, colors }: Terminal): ExitCode {
  complain(`${colors.red('error')} ${fault}\n`);
  return exitCodes.usage;
}
