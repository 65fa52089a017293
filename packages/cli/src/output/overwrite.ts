import { closeSync, ftruncateSync, openSync, writeSync } from 'node:fs';

/**
 * Replaces the text of a file in its place: links to the file and its access rights stay.
 *
 * If the disk has no room for the new text, the old one is restored: the file never gave up the
 * room for it.
 *
 * @throws the system's error if the file cannot be written.
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

/** The present text of a file, and the text that replaces it. */
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
