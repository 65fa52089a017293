import {
  accessSync,
  appendFileSync,
  constants,
  lstatSync,
  mkdirSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname } from 'node:path';

/** What other programs take for a stream; whoever writes it hardly means a file of that name. */
const STANDARD_STREAM = '-';

/** Name files or folders that are written once the work is done, by the options that ask for them. */
export type ReportFiles = Readonly<Record<`--${string}`, string | undefined>>;

/**
 * Makes sure, before there is anything to lose, that files can be written, and makes the folders that
 * they lie in; says which cannot, or nothing. Leaves no file behind: the work may come to nothing.
 */
export function reportFileFault(files: ReportFiles): string | undefined {
  for (const [option, path] of Object.entries(files)) {
    if (path === STANDARD_STREAM) return `${option} takes a file, and "${path}" is none`;
  }
  return faultOf(files, (path) => {
    mkdirSync(dirname(path), { recursive: true });
    const isNew = !isPresent(path);
    appendFileSync(path, '');
    if (isNew) rmSync(path);
  });
}

/**
 * Makes sure that folders can be made and written to, and makes none: there may be nothing to keep; says
 * which cannot, or nothing.
 */
export function folderFault(folders: ReportFiles): string | undefined {
  return faultOf(folders, (path) => {
    let present = path;
    while (!isPresent(present)) present = dirname(present);
    // On a file this fails as it does on a folder that leads nowhere.
    statSync(`${present}/.`);
    accessSync(present, constants.W_OK);
  });
}

function isPresent(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

function faultOf(paths: ReportFiles, touch: (path: string) => void): string | undefined {
  for (const [option, path] of Object.entries(paths)) {
    if (path === undefined) continue;
    try {
      touch(path);
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined;
      if (typeof code !== 'string') throw error;
      return `${option}: ${path} cannot be written (${code})`;
    }
  }
  return undefined;
}
