import { rmSync, writeFileSync } from 'node:fs';
import { isThere } from '@quorate/client/node';
import type { ExitCode } from '../exit-code.ts';
import { writeFault } from './report-files.ts';
import type { Terminal } from './terminal.ts';

/**
 * Writes a file that an option names, once the work is done; without a path, writes nothing.
 *
 * If the file cannot be written, that is reported as one more cause beside those of the work, which
 * still count. No part of a new file stays behind: it could be mistaken for the whole.
 *
 * @returns the exit codes of the process; empty if all is well.
 */
export function writeReport(
  option: `--${string}`,
  path: string | undefined,
  render: () => string,
  terminal: Pick<Terminal, 'complain'>,
): readonly ExitCode[] {
  if (path === undefined) return [];
  // An error in here is not the disk's fault.
  const text = render();
  return attemptWrite(`${option}: ${path}`, () => writeOrRemove(path, text), terminal);
}

/**
 * Writes the output of a command to the file that `--output` names, and to standard output without
 * one or if that cannot be written: the output may have taken long, or tell of what nobody
 * remembers later.
 *
 * @returns the exit codes of the process; empty if all is well.
 */
export function writeOutput(
  path: string | undefined,
  text: string,
  terminal: Pick<Terminal, 'complain' | 'print'>,
): readonly ExitCode[] {
  const unwritten = writeReport('--output', path, () => text, terminal);
  if (path === undefined || unwritten.length > 0) terminal.print(text);
  return unwritten;
}

/** Does something with a file or folder once the work is done, and says so if that fails. */
export function attemptWrite(
  shown: string,
  write: () => void,
  { complain }: Pick<Terminal, 'complain'>,
): readonly ExitCode[] {
  const fault = writeFault(shown, write);
  if (fault === undefined) return [];
  complain(`error ${fault.message}\n`);
  return [fault.code];
}

function writeOrRemove(path: string, text: string): void {
  const isNew = !isThere(path);
  try {
    writeFileSync(path, text);
  } catch (error) {
    if (isNew) rmSync(path, { force: true });
    throw error;
  }
}
