import { closeSync, fsyncSync, openSync, readSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { crc32 } from 'node:zlib';
import { DevnetError } from '../options.ts';

/** One part of an export. */
export type ExportPart =
  | { readonly type: 'File'; readonly name: string; readonly text: string }
  | {
      readonly type: 'Rows';
      readonly node: string;
      readonly rows: readonly (readonly [key: string, value: unknown])[];
    }
  /** The last one: a file without it was cut off. */
  | { readonly type: 'End'; readonly parts: number };

/** The first bytes of every export, with the version of its format. */
const MAGIC = Buffer.from('quorate export 1\n');

/** Bytes before each part: its length, then its checksum. */
const FRAME_HEADER = 8;

/**
 * Writes an export that is there whole or not at all, for its owner alone: keys are in it.
 *
 * @throws what the system says; nothing is left then
 */
export function writeExport(path: string, parts: Iterable<ExportPart>): void {
  const unfinished = `${path}.tmp`;
  rmSync(unfinished, { force: true });
  const file = openSync(unfinished, 'wx', 0o600);
  try {
    writeSync(file, MAGIC);
    let count = 0;
    for (const part of parts) {
      writeSync(file, framed(part));
      count += 1;
    }
    writeSync(file, framed({ type: 'End', parts: count }));
    fsyncSync(file);
  } catch (failure) {
    rmSync(unfinished, { force: true });
    throw failure;
  } finally {
    closeSync(file);
  }
  renameSync(unfinished, path);
  const folder = openSync(dirname(path), 'r');
  fsyncSync(folder);
  closeSync(folder);
}

function framed(part: ExportPart): Buffer {
  const body = serialize(part);
  const header = Buffer.alloc(FRAME_HEADER);
  header.writeUInt32LE(body.length, 0);
  header.writeUInt32LE(crc32(body), 4);
  return Buffer.concat([header, body]);
}

/**
 * Reads the parts of an export, one at a time, but for the last.
 *
 * @throws DevnetError `UnreadableData` for a file that is none, is damaged or was cut off; parts
 * before the damage have been given by then
 */
export function* readExport(path: string): Iterable<Exclude<ExportPart, { type: 'End' }>> {
  const file = openSync(path, 'r');
  try {
    if (!take(file, MAGIC.length, path).equals(MAGIC)) {
      throw unreadable(path, 'it is no export of this version');
    }
    for (let count = 0; ; count += 1) {
      const header = take(file, FRAME_HEADER, path);
      const body = take(file, header.readUInt32LE(0), path);
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

function take(file: number, length: number, path: string): Buffer {
  const bytes = Buffer.alloc(length);
  if (readSync(file, bytes, 0, length, null) === length) return bytes;
  throw unreadable(path, 'it was cut off');
}

function unreadable(path: string, what: string): DevnetError {
  return new DevnetError('UnreadableData', `${path} cannot be imported: ${what}`);
}
