import { readFileSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { isThere } from '@quorate/client/node';
import { z } from 'zod';
import { inOurWords, mistakesIn } from './mistakes.ts';
import { folderError } from './node-store.ts';
import { DevnetError } from './options.ts';
import { syncFolder, writeWhole } from './whole-file.ts';

/** Describes the version of a file in a data folder. */
export const fileVersion = z.literal(1, {
  error: ({ input }) =>
    input === undefined ? undefined : 'a newer version of Quorate wrote it: use that version',
});

/**
 * Reads a JSON file of a data folder; undefined where there is none.
 *
 * @throws DevnetError `UnreadableData` naming the file, and the field that is wrong
 */
export function readKept<T>(path: string, shape: z.ZodType<T>): T | undefined {
  const text = readIfThere(path);
  if (text === undefined) return undefined;
  const { data, error } = shape.safeParse(parsed(text, path), { error: inOurWords });
  if (error === undefined) return data;
  throw unreadable(path, mistakesIn(error, 'file'));
}

/**
 * Writes a file of a data folder: after a power cut it is whole, or as it was before.
 *
 * @throws DevnetError where the folder takes none
 */
export function writeKept(path: string, text: string): void {
  try {
    writeWhole(path, text);
  } catch (cause) {
    throw folderError(dirname(path), cause);
  }
}

/** Removes a file of a data folder, which no power cut brings back. @throws DevnetError where the folder cannot be written */
export function removeKept(path: string): void {
  try {
    rmSync(path);
    syncFolder(dirname(path));
  } catch (cause) {
    throw folderError(dirname(path), cause);
  }
}

/**
 * Reads a file of a data folder; undefined where there is none. A link that leads nowhere is no such: what it led to
 * may be on a disk that is not there.
 *
 * @throws DevnetError `UnreadableData` naming the file
 */
export function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (failure) {
    const { code, message } = failure as NodeJS.ErrnoException;
    if (code !== 'ENOENT') throw unreadable(path, message);
    if (isThere(path)) throw unreadable(path, 'it is a link that leads nowhere');
    return undefined;
  }
}

// What is wrong with the text is not said: the engine would quote it, and keys may be in it.
function parsed(text: string, path: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    const how = text === '' ? 'it is empty' : 'it is no JSON';
    throw unreadable(path, `${how}; put an export or a backup of the whole devnet back`);
  }
}

/** Says that a file of a data folder is not what belongs there. */
export function unreadable(path: string, why: string): DevnetError {
  return new DevnetError('UnreadableData', `${path} cannot be read: ${why}`);
}
