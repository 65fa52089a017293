import { appendFileSync, lstatSync, mkdtempSync, rmdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeFolder } from '@quorate/client/node';
import { type ExitCode, exitCodes } from './exit-code.ts';
import { writeReason } from './system-reason.ts';

/** What other programs take for a stream; whoever writes it hardly means a file of that name. */
export const STANDARD_STREAM = '-';

/** Say why an output cannot be, and what the process exits with. */
export interface OutputFault {
  readonly message: string;
  readonly code: ExitCode;
}

/** Name files or folders that are written once the work is done, by the options that ask for them. */
export type ReportFiles = Readonly<Record<`--${string}`, string | undefined>>;

/**
 * Makes sure, before there is anything to lose, that files can be written, and makes the folders that
 * they lie in; says which cannot, or nothing. Leaves no file behind: the work may come to nothing.
 */
export function reportFileFault(files: ReportFiles): OutputFault | undefined {
  for (const [option, path] of Object.entries(files)) {
    if (path !== STANDARD_STREAM) continue;
    return { message: `${option} takes a file, and "${path}" is none`, code: exitCodes.usage };
  }
  return faultOf(files, (path) => {
    makeFolder(dirname(path));
    const isNew = !isPresent(path);
    appendFileSync(path, '');
    if (isNew) rmSync(path);
  });
}

/**
 * Makes sure that folders can be made and written to, and makes none: there may be nothing to keep; says
 * which cannot, or nothing.
 */
export function folderFault(folders: ReportFiles): OutputFault | undefined {
  return faultOf(folders, (path) => {
    let present = path;
    while (!isPresent(present)) present = dirname(present);
    // Rights do not say it, on every disk. On a file this fails as it does on a link that leads nowhere.
    rmdirSync(mkdtempSync(join(present, '.quorate-')));
  });
}

function isPresent(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

function faultOf(paths: ReportFiles, touch: (path: string) => void): OutputFault | undefined {
  for (const [option, path] of Object.entries(paths)) {
    if (path === undefined) continue;
    try {
      touch(path);
    } catch (error) {
      const reason = writeReason(error);
      if (reason === undefined) throw error;
      const message = `${option}: ${path} cannot be written: ${reason}`;
      return { message, code: exitCodes.environment };
    }
  }
  return undefined;
}
