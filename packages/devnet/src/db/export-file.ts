import {
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  openSync,
  readSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { crc32 } from 'node:zlib';
import { syncFolder } from '@quorate/client/node';
import { expectDescriptors, MORE_FILES } from '@quorate/storage/lmdb';
import { troubleCode } from '../data/node-store.ts';
import type { Rows } from '../data/rows.ts';
import { DevnetError } from '../options.ts';

/** One part of an export. */
export type ExportPart =
  | { readonly type: 'File'; readonly name: string; readonly text: string }
  | { readonly type: 'Rows'; readonly node: string; readonly rows: Rows }
  /** The last part: a file without it is incomplete. */
  | { readonly type: 'End'; readonly parts: number };

/** The first bytes of every export, with the version of its format. */
const MAGIC = Buffer.from('quorate export 1\n');

/** The bytes before each part: its length and its checksum. */
const FRAME_HEADER = 8;

/** The file itself and, meanwhile, one that goes into it. */
const OPEN_MAX = 2;

/**
 * Writes an export that is complete or absent, and readable for its owner alone, since it contains
 * keys.
 *
 * @throws DevnetError `InvalidOption` if there can be no file at the path, `NotWritable`,
 * `TooManyOpen`, `DiskFull`; then no file is left
 */
export function writeExport(path: string, parts: Iterable<ExportPart>): void {
  checkPlace(path);
  // A link stays, and its target is written: that is what the user named.
  const place = existsSync(path) ? realpathSync(path) : path;
  const unfinished = `${place}.tmp`;
  const file = onDisk(path, () => {
    expectDescriptors(OPEN_MAX);
    rmSync(unfinished, { force: true });
    return openSync(unfinished, 'wx', 0o600);
  });
  const write = (bytes: Buffer) => onDisk(path, () => writeFileSync(file, bytes));
  try {
    write(MAGIC);
    let count = 0;
    for (const part of parts) {
      write(framed(part));
      count += 1;
    }
    write(framed({ type: 'End', parts: count }));
    onDisk(path, () => {
      fsyncSync(file);
      renameSync(unfinished, place);
      syncFolder(dirname(place));
    });
  } catch (failure) {
    rmSync(unfinished, { force: true });
    throw failure;
  } finally {
    closeSync(file);
  }
}

/**
 * Refuses, before anything is read, a path that cannot become a file.
 *
 * @throws DevnetError
 */
function checkPlace(path: string): void {
  const folder = dirname(path);
  if (!isFolder(folder))
    throw misplaced(path, `${folder} is not a folder: create it, or name another`);
  if (isFolder(path)) throw misplaced(path, 'it is a folder: name a file in it');
  // A device would be replaced by a file, for all its users.
  if (existsSync(path) && !statSync(path).isFile()) throw misplaced(path, 'it is not a file');
}

function isFolder(path: string): boolean {
  return existsSync(path) && statSync(path).isDirectory();
}

function misplaced(path: string, why: string): DevnetError {
  return new DevnetError('InvalidOption', `${path} cannot be written: ${why}`);
}

// The system's message names the temporary file, not the one that the user named.
function onDisk<T>(path: string, act: () => T): T {
  try {
    return act();
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code === undefined) throw cause;
    const trouble = troubleCode(cause);
    const remedy =
      trouble === 'TooManyOpen'
        ? MORE_FILES
        : 'name a file that this user may write, on a disk with room';
    throw new DevnetError(
      trouble === 'DiskFull' || trouble === 'TooManyOpen' ? trouble : 'NotWritable',
      `${path} cannot be written (${code}): ${remedy}`,
      { cause },
    );
  }
}

function framed(part: ExportPart): Buffer {
  const body = serialize(part);
  const header = Buffer.alloc(FRAME_HEADER);
  header.writeUInt32LE(body.length, 0);
  header.writeUInt32LE(crc32(body), 4);
  return Buffer.concat([header, body]);
}

/**
 * Reads the parts of an export, one at a time, without the last part.
 *
 * @throws DevnetError `UnreadableData` if the file is missing, is no export, is damaged or is
 * incomplete; the parts before the damage have been yielded by then
 */
export function* readExport(path: string): Iterable<Exclude<ExportPart, { type: 'End' }>> {
  if (!existsSync(path)) throw unreadable(path, 'there is no such file');
  const file = openSync(path, 'r');
  try {
    const stat = fstatSync(file);
    if (stat.isDirectory()) throw unreadable(path, 'it is a folder, not a file');
    if (!take(file, MAGIC.length, path).equals(MAGIC)) {
      throw unreadable(path, 'it is not an export of this version');
    }
    // The length of a pipe is unknown until its end.
    const most = stat.isFile() ? Math.min(stat.size, LENGTH_MAX) : LENGTH_MAX;
    for (let count = 0; ; count += 1) {
      const header = take(file, FRAME_HEADER, path);
      const length = header.readUInt32LE(0);
      if (length > most) throw unreadable(path, 'it is damaged');
      const body = take(file, length, path);
      if (crc32(body) !== header.readUInt32LE(4)) throw unreadable(path, 'it is damaged');
      const part = deserialize(body) as ExportPart;
      if (part.type !== 'End') yield part;
      else if (part.parts === count) return;
      else throw unreadable(path, 'parts are missing');
    }
  } finally {
    closeSync(file);
  }
}

/**
 * The most bytes that the host can read at once; no part is that long, but a damaged file may claim
 * so.
 */
const LENGTH_MAX = 2 ** 31 - 1;

function take(file: number, length: number, path: string): Buffer {
  const bytes = Buffer.alloc(length);
  // A read from a pipe gives only what is available at the moment.
  for (let taken = 0; taken < length; ) {
    const count = readSync(file, bytes, taken, length - taken, null);
    if (count === 0) throw unreadable(path, 'it was cut off');
    taken += count;
  }
  return bytes;
}

function unreadable(path: string, what: string): DevnetError {
  return new DevnetError('UnreadableData', `${path} cannot be imported: ${what}`);
}
