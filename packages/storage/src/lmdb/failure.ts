import { StoreError } from '../store.ts';

/** What the system or LMDB says of a disk that takes no more; EFBIG is a quota on one file. */
const FULL = /ENOSPC|EDQUOT|EFBIG|No space left|quota exceeded|File too large/i;

/** What LMDB says of a write of which only a part was taken, whatever the reason. */
const CUT_SHORT = /EIO|Input\/output error/i;

const NOTHING_LOST =
  'Nothing was answered that is not on the disk, and nothing that was answered is lost';

/** What it says of a place that may not be written. */
const NOT_WRITABLE = /EACCES|EPERM|EROFS|Permission denied|not permitted|Read-only file system/i;

/** What LMDB says of a file whose pages make no sense. */
const DAMAGED = /MDB_CORRUPTED|MDB_PAGE_NOTFOUND|MDB_INVALID|MDB_PANIC|MDB_VERSION_MISMATCH/;

/** Reports rot: what is read is not what was written. Nothing of it may be served. */
export function corruptError(path: string, what: string): StoreError {
  return new StoreError(
    `${path} is damaged: ${what}. Nothing of it was used. Put an export or a backup back (quorate ` +
      'db import), and look at the disk',
    { code: 'Corrupt', retryable: false },
  );
}

/** Reports a database that a later version has written. */
export function newerError(path: string, format: number, known: number): StoreError {
  return new StoreError(
    `${path} was written by a newer version of Quorate: its format is ${format}, and this version ` +
      `knows ${known}. Use that version, or another folder`,
    { code: 'NewerFormat', retryable: false },
  );
}

/** Reports a database in the place of another: what its owner has signed would not be known there. */
export function foreignError(path: string, owner: string, wanted: string): StoreError {
  return new StoreError(
    `${path} holds the store of ${owner}, not of ${wanted}: put each back in its own place`,
    { code: 'ForeignStore', retryable: false },
  );
}

/** Says why a folder cannot be opened. */
export function openFailure(path: string, cause: unknown): StoreError {
  const reason = reasonOf(cause);
  if (NOT_WRITABLE.test(reason)) {
    const message =
      `${path} cannot be written (${reason}): give this user the right to write there, or choose ` +
      'another folder';
    return new StoreError(message, { code: 'NotWritable', retryable: true, cause });
  }
  if (FULL.test(reason)) return fullError(path, { reason, cause });
  if (DAMAGED.test(reason)) return corruptError(path, reason);
  const message = `${path} cannot be opened: ${reason}`;
  return new StoreError(message, { code: 'OpenFailed', retryable: true, cause });
}

/** Says why a flush failed. */
export function flushFailure(path: string, cause: unknown): StoreError {
  const reason = reasonOf(cause);
  if (FULL.test(reason)) return fullError(path, { reason, cause });
  const hint = CUT_SHORT.test(reason)
    ? ' (a full disk may have cut the write short): make room, or look at the disk'
    : '';
  return new StoreError(`could not write to ${path}: ${reason}${hint}. ${NOTHING_LOST}`, {
    code: 'FlushFailed',
    retryable: true,
    cause,
  });
}

function fullError(
  path: string,
  { reason, cause }: { readonly reason: string; readonly cause: unknown },
): StoreError {
  const message = `the disk under ${path} is full (${reason}): make room. ${NOTHING_LOST}`;
  return new StoreError(message, { code: 'DiskFull', retryable: true, cause });
}

/** Gives the words of a failure. */
export function reasonOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
