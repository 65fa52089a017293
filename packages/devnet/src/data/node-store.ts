import { join } from 'node:path';
import { LockedError, makeFolder, takeLock } from '@quorate/client/node';
import { createMemoryStore, type Store, StoreError } from '@quorate/storage';
import { hasDatabase, isOutOfFiles, MORE_FILES, openLmdbStore } from '@quorate/storage/lmdb';
import type { Log } from '../log.ts';
import { DevnetError, type DevnetErrorCode } from '../options.ts';

/** The store of a node while it is open. */
export interface NodeStore {
  readonly store: Store<unknown>;
  /** Closes the store, and resolves once its files are released. */
  readonly release: () => Promise<void>;
}

/**
 * Opens the store of a node in a data folder; without a folder the store lives in memory.
 *
 * A lock beside the database excludes every other process: two validators with one store would sign
 * with one key without knowing what the other has signed.
 *
 * @throws DevnetError `DataInUse`, `NotWritable`, `DiskFull`, `TooManyOpen`, `UnreadableData`
 */
export function openNodeStore(dataDir: string | undefined, name: string): NodeStore {
  if (dataDir === undefined) {
    const store = createMemoryStore<unknown>();
    return { store, release: () => Promise.resolve(store.close()) };
  }
  const path = join(dataDir, name);
  const unlock = lockFolder(path, 'store.lock', 'stop it, or choose another folder');
  try {
    const store = openLmdbStore<unknown>({ path, owner: name, gather: atTurnEnd });
    return {
      store,
      async release() {
        store.close();
        await store.closed;
        unlock();
      },
    };
  } catch (cause) {
    unlock();
    throw troubleOf(cause) ?? cause;
  }
}

/** Resolves once all that was written to a store is durable. @throws StoreError */
export function flushed(store: Store<unknown>): Promise<void> {
  return new Promise((resolve, reject) => {
    store.flush((failure) => (failure === undefined ? resolve() : reject(failure)));
  });
}

/** Tells whether a node has a store in a data folder. */
export function hasStore(dataDir: string, name: string): boolean {
  return hasDatabase(join(dataDir, name));
}

/**
 * Refuses to start a validator anew that has signed before: without its store it knows none of its
 * locks, and would sign another transaction for the same nonce (rule V8).
 *
 * @throws DevnetError `UnreadableData` if the store is missing
 */
export function expectStore(dataDir: string, name: string): void {
  if (hasStore(dataDir, name)) return;
  throw new DevnetError(
    'UnreadableData',
    `${join(dataDir, name)} no longer holds a store: ${name} would have forgotten what it has signed. Put an ` +
      'export or a backup of the whole devnet back (quorate db import), or begin a new network in ' +
      'another folder',
  );
}

/**
 * Logs each of these nodes whose store is missing. It starts anew nevertheless: what has settled is
 * with the validators (rule P3), and what it had under way cannot be recovered.
 */
export function noteLost(dataDir: string | undefined, names: readonly string[], log: Log): void {
  if (dataDir === undefined) return;
  for (const node of names.filter((name) => !hasStore(dataDir, name))) {
    log.warn(
      { node },
      `${join(dataDir, node)} no longer holds a store: ${node} starts empty, without what it had in progress`,
    );
  }
}

/** Turns a failure of a store into an error of the devnet; undefined for other failures. */
export function troubleOf(cause: unknown): DevnetError | undefined {
  if (cause instanceof DevnetError) return cause;
  if (!(cause instanceof StoreError)) return undefined;
  return new DevnetError(CODES[cause.code] ?? 'UnreadableData', cause.message, { cause });
}

// All writes of one turn of the host share one commit: requests come in groups, and so do flushes.
function atTurnEnd(commit: () => void): void {
  setImmediate(commit);
}

const CODES: Readonly<Partial<Record<string, DevnetErrorCode>>> = {
  NotWritable: 'NotWritable',
  DiskFull: 'DiskFull',
  TooManyOpen: 'TooManyOpen',
  FlushFailed: 'NotWritable',
};

/**
 * Locks a folder, which is created if necessary; returns the function that unlocks it.
 *
 * @throws DevnetError `DataInUse` with the remedy, `NotWritable`, `DiskFull`, `TooManyOpen`
 */
export function lockFolder(path: string, file: string, remedy: string): () => void {
  try {
    makeFolder(path);
    return takeLock(join(path, file));
  } catch (cause) {
    if (cause instanceof LockedError) {
      throw new DevnetError('DataInUse', `${path} is in use (${cause.message}): ${remedy}`, {
        cause,
      });
    }
    throw folderError(path, cause);
  }
}

/** Says why a folder cannot be used; returns failures that do not concern the folder unchanged. */
export function folderError(path: string, cause: unknown): unknown {
  switch (troubleCode(cause)) {
    case 'NotWritable':
      return new DevnetError(
        'NotWritable',
        `${path} cannot be written (${(cause as Error).message}): give this user the right to write there, or ` +
          'choose another folder',
        { cause },
      );
    case 'TooManyOpen':
      return new DevnetError(
        'TooManyOpen',
        `${path} cannot be written (${(cause as Error).message}): ${MORE_FILES}`,
        { cause },
      );
    case 'DiskFull':
      return new DevnetError(
        'DiskFull',
        `the disk under ${path} is full (${(cause as Error).message}): make room, or choose ` +
          'another folder',
        { cause },
      );
    case 'UnreadableData':
      return new DevnetError(
        'UnreadableData',
        `${path} ${whyNot(cause as NodeJS.ErrnoException)}: move away what is there`,
        { cause },
      );
    default:
      return cause;
  }
}

function whyNot({ code, message }: NodeJS.ErrnoException): string {
  return `${IN_THE_WAY.includes(code) ? 'cannot be written' : 'is not a folder'} (${message})`;
}

/**
 * The codes of the system and of Node for a folder in place of a file, or a link without a target.
 */
const IN_THE_WAY: readonly unknown[] = ['EISDIR', 'ERR_FS_EISDIR', 'ELOOP'];

/** Gives the code for an error of the system about a path; undefined for other errors. */
export function troubleCode(cause: unknown): DevnetErrorCode | undefined {
  if (isOutOfFiles(cause)) return 'TooManyOpen';
  const { code = '', syscall } = cause as NodeJS.ErrnoException;
  // Any other objection of the system to a path means that nothing can be written there.
  return SYSTEM_CODES[code] ?? (syscall === undefined ? undefined : 'NotWritable');
}

const SYSTEM_CODES: Readonly<Partial<Record<string, DevnetErrorCode>>> = {
  EACCES: 'NotWritable',
  EPERM: 'NotWritable',
  EROFS: 'NotWritable',
  ENOENT: 'NotWritable',
  ENOSPC: 'DiskFull',
  EDQUOT: 'DiskFull',
  EFBIG: 'DiskFull',
  EEXIST: 'UnreadableData',
  EISDIR: 'UnreadableData',
  ERR_FS_EISDIR: 'UnreadableData',
  ENOTDIR: 'UnreadableData',
  ELOOP: 'UnreadableData',
};
