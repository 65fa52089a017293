import { isOutOfFiles, MORE_FILES } from '../descriptors.ts';
import { StoreError, type StoreErrorCode } from '../store.ts';

/** Messages of the system or LMDB about a full disk; EFBIG is a quota on a single file. */
const FULL = /ENOSPC|EDQUOT|EFBIG|No space left|quota exceeded|File too large/i;

/** Messages of LMDB about a write that was only partly accepted, whatever the reason. */
const CUT_SHORT = /EIO|Input\/output error/i;

const NOTHING_LOST =
  'Nothing was answered that is not on the disk, and nothing that was answered is lost';

/** Messages of the system about a place that must not be written to. */
const NOT_WRITABLE = /EACCES|EPERM|EROFS|Permission denied|not permitted|Read-only file system/i;

/** Messages of LMDB about a file whose pages make no sense. */
const DAMAGED = /MDB_CORRUPTED|MDB_PAGE_NOTFOUND|MDB_INVALID|MDB_PANIC|MDB_VERSION_MISMATCH/;

/** Builds the error for damaged data: what was read is not what was written. */
export function corruptError(path: string, what: string): StoreError {
  return new StoreError(
    `${path} is damaged: ${what}. Nothing of it was used. Put an export or a backup back (quorate ` +
      'db import), and look at the disk',
    { code: 'Corrupt', retryable: false },
  );
}

/** Builds the error for a database written by a later version. */
export function newerError(path: string, format: number, known: number): StoreError {
  return new StoreError(
    `${path} was written by a newer version of Quorate: its format is ${format}, and this version ` +
      `knows ${known}. Use that version, or another folder`,
    { code: 'NewerFormat', retryable: false },
  );
}

/**
 * Builds the error for a database of another owner: it does not know what this owner has signed.
 */
export function foreignError(path: string, owner: string, wanted: string): StoreError {
  return new StoreError(
    `${path} holds the store of ${owner}, not of ${wanted}: put each back in its own place`,
    { code: 'ForeignStore', retryable: false },
  );
}

/** Builds the error for a folder that cannot be opened. */
export function openFailure(path: string, cause: unknown): StoreError {
  const reason = reasonOf(cause);
  const unwritable = (code: StoreErrorCode, remedy: string) =>
    new StoreError(`${path} cannot be written (${reason}): ${remedy}`, {
      code,
      retryable: true,
      cause,
    });
  if (isOutOfFiles(cause)) return unwritable('TooManyOpen', MORE_FILES);
  if (NOT_WRITABLE.test(reason)) {
    return unwritable(
      'NotWritable',
      'give this user the right to write there, or choose another folder',
    );
  }
  if (FULL.test(reason)) return fullError(path, { reason, cause });
  if (DAMAGED.test(reason)) return corruptError(path, reason);
  const message = `${path} cannot be opened: ${reason}`;
  return new StoreError(message, { code: 'OpenFailed', retryable: true, cause });
}

/** Builds the error for a failed flush. */
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

/** Gives the message of a failure. */
export function reasonOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
