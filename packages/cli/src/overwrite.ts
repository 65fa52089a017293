import { closeSync, ftruncateSync, openSync, writeSync } from 'node:fs';

/**
 * Replaces the text of a file, in its place: links to it and its rights stay.
 *
 * Where the new text has no room on the disk, the old one is there again: it never gave up its own.
 *
 * @throws the system's error where that cannot be.
 */
export function overwrite(path: string, { before, after }: Replacement): void {
  const file = openSync(path, 'r+');
  try {
    replaceAll(file, after);
  } catch (error) {
    replaceAll(file, before);
    throw error;
  } finally {
    closeSync(file);
  }
}

/** Hold what a file holds now, and what it is to hold. */
export interface Replacement {
  readonly before: string;
  readonly after: string;
}

function replaceAll(file: number, text: string): void {
  const bytes = Buffer.from(text);
  for (let written = 0; written < bytes.length; ) {
    written += writeSync(file, bytes, written, bytes.length - written, written);
  }
  ftruncateSync(file, bytes.length);
}
