import { closeSync, openSync } from 'node:fs';
import { devNull } from 'node:os';

/**
 * What helps a process, or a machine, that may open no more files. Connections are files, too, and no
 * other folder has room for one more.
 */
export const MORE_FILES = 'close connections, or allow more open files (ulimit -n)';

/** Messages of the system and of LMDB about that. */
const TOO_MANY_OPEN = /\b(?:EMFILE|ENFILE)\b|Too many open files/i;

/** Tells whether something failed because too many files are open. */
export function isOutOfFiles(cause: unknown): boolean {
  if (!(cause instanceof Error)) return TOO_MANY_OPEN.test(String(cause));
  const { code, message } = cause as NodeJS.ErrnoException;
  return TOO_MANY_OPEN.test(`${code} ${message}`);
}

/** @throws the error of the system, `EMFILE` or `ENFILE`, if it cannot open this many files now */
export function expectDescriptors(count: number): void {
  const held: number[] = [];
  try {
    while (held.length < count) held.push(openSync(devNull, 'r'));
  } finally {
    for (const file of held) closeSync(file);
  }
}
