import { readFileSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { isThere, syncFolder } from '@quorate/client/node';
import { z } from 'zod';
import { DevnetError } from '../options.ts';
import { inOurWords, mistakesIn } from './mistakes.ts';
import { folderError } from './node-store.ts';
import { writeWhole } from './whole-file.ts';

/** The version of a file in a data folder. */
export const fileVersion = z.literal(1, {
  error: ({ input }) =>
    input === undefined ? undefined : 'a newer version of Quorate wrote it: use that version',
});

/**
 * Reads a JSON file of a data folder; undefined if there is none.
 *
 * @throws DevnetError `UnreadableData` naming the file and the field that is wrong
 */
export function readKept<T>(path: string, shape: z.ZodType<T>): T | undefined {
  const text = readIfThere(path);
  if (text === undefined) return undefined;
  const { data, error } = shape.safeParse(parsed(text, path), { error: inOurWords });
  if (error === undefined) return data;
  throw unreadable(path, mistakesIn(error, 'file'));
}

/**
 * Writes a file of a data folder atomically: after a power cut it is complete or unchanged.
 *
 * @throws DevnetError if the folder cannot be written
 */
export function writeKept(path: string, text: string): void {
  try {
    writeWhole(path, text);
  } catch (cause) {
    throw folderError(dirname(path), cause);
  }
}

/**
 * Removes a file of a data folder durably: no power cut brings it back.
 *
 * @throws DevnetError if the folder cannot be written
 */
export function removeKept(path: string): void {
  try {
    rmSync(path);
    syncFolder(dirname(path));
  } catch (cause) {
    throw folderError(dirname(path), cause);
  }
}

/**
 * Reads a file of a data folder; undefined if there is none. A link whose target is missing does
 * not count as absent: its target may be on a disk that is not mounted.
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

// The error does not say what is wrong with the text: the engine would quote it, and it may contain
// keys.
function parsed(text: string, path: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    const how = text === '' ? 'it is empty' : 'it is not JSON';
    throw unreadable(path, `${how}; put an export or a backup of the whole devnet back`);
  }
}

/** A file of a data folder is not what it should be. */
export function unreadable(path: string, why: string): DevnetError {
  return new DevnetError('UnreadableData', `${path} cannot be read: ${why}`);
}
