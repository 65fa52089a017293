import { appendFileSync, type BigIntStats, closeSync, openSync, rmSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { isThere, makeFolder } from '@quorate/client/node';
import { type ExitCode, exitCodes } from '../exit-code.ts';
import { STANDARD_STREAM } from './standard-stream.ts';
import { writeReason } from './system-reason.ts';
import { tryFolder } from './try-folder.ts';

/** Why an output cannot be written, and the exit code for that. */
export interface OutputFault {
  readonly message: string;
  readonly code: ExitCode;
}

/** Files or folders that are written once the work is done, by the options that name them. */
export type ReportFiles = Readonly<Record<`--${string}`, string | undefined>>;

/**
 * Makes sure, before there is anything to lose, that files can be written, and creates the folders
 * for them. Says which file cannot be written; undefined if all can. Leaves no file behind: the
 * work may come to nothing.
 *
 * @param sources the files that the work reads, which must not be lost either.
 */
export function reportFileFault(
  files: ReportFiles,
  sources: readonly string[] = [],
): OutputFault | undefined {
  for (const [option, path] of Object.entries(files)) {
    const mistake = mistakeIn(path, sources);
    if (mistake !== undefined) return { message: `${option} ${mistake}`, code: exitCodes.usage };
  }
  const twice = sharedFileMistake(files);
  if (twice !== undefined) return { message: twice, code: exitCodes.usage };
  return faultOf(files, (path) => {
    makeFolder(dirname(path));
    const isNew = !isThere(path);
    appendFileSync(path, '');
    if (isNew) rmSync(path);
  });
}

function mistakeIn(path: string | undefined, sources: readonly string[]): string | undefined {
  if (path === undefined) return undefined;
  // Nobody is likely to mean a file of that name.
  if (path === STANDARD_STREAM) return `takes a file, not "${path}"`;
  return sources.some((source) => isSameFile(path, source))
    ? `names the scenario that is read, ${path}: choose another file, or it would be lost`
    : undefined;
}

/** Says which two options name one file, which could keep the output of only one. */
function sharedFileMistake(files: ReportFiles): string | undefined {
  const given = Object.entries(files).flatMap(([option, path]) =>
    path === undefined || isDevice(path) ? [] : [{ option, path }],
  );
  for (const [index, { option, path }] of given.entries()) {
    const first = given
      .slice(0, index)
      .find(({ path: other }) => isSameFile(other, path) || resolve(other) === resolve(path));
    if (first !== undefined) {
      return `${first.option} and ${option} name one file, ${path}: expected a file of its own for each`;
    }
  }
  return undefined;
}

/**
 * Tells whether a path passes on or drops all that is written, such as /dev/null, instead of
 * keeping it.
 */
function isDevice(path: string): boolean {
  const stats = statsOf(path);
  return stats !== undefined && !stats.isFile() && !stats.isDirectory();
}

function isSameFile(path: string, other: string): boolean {
  const [one, two] = [path, other].map(statsOf);
  return one !== undefined && two !== undefined && one.dev === two.dev && one.ino === two.ino;
}

// Why a path cannot be examined, such as a link that leads to itself, is reported when it is
// opened.
function statsOf(path: string): BigIntStats | undefined {
  try {
    return statSync(path, { bigint: true });
  } catch {
    return undefined;
  }
}

/**
 * Makes sure that folders can be made and written to, but makes none: there may be nothing to keep.
 * Says which folder fails; undefined if none does.
 */
export function folderFault(folders: ReportFiles): OutputFault | undefined {
  return faultOf(folders, (path) => {
    let present = path;
    while (!isThere(present)) present = dirname(present);
    tryFolder(present);
  });
}

/**
 * Makes sure that existing files can be overwritten, and leaves them as they are. Says which file
 * fails; undefined if none does.
 */
export function overwriteFault(paths: readonly string[]): OutputFault | undefined {
  const given = paths.map((path) => [path, path] as const);
  return firstFault(given, (path) => closeSync(openSync(path, 'r+')));
}

function faultOf(paths: ReportFiles, touch: (path: string) => void): OutputFault | undefined {
  const given = Object.entries(paths).map(
    ([option, path]) => [path, `${option}: ${path}`] as const,
  );
  return firstFault(given, touch);
}

function firstFault(
  paths: readonly (readonly [path: string | undefined, shown: string])[],
  touch: (path: string) => void,
): OutputFault | undefined {
  for (const [path, shown] of paths) {
    if (path === undefined) continue;
    const fault = writeFault(shown, () => touch(path));
    if (fault !== undefined) return fault;
  }
  return undefined;
}

/**
 * Does something with a file or folder, and says why the system refused; undefined if it did not.
 */
export function writeFault(shown: string, write: () => void): OutputFault | undefined {
  try {
    write();
    return undefined;
  } catch (error) {
    const reason = writeReason(error);
    if (reason === undefined) throw error;
    return { message: `${shown} cannot be written: ${reason}`, code: exitCodes.environment };
  }
}
