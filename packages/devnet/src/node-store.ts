import { join } from 'node:path';
import { LockedError, makeFolder, takeLock } from '@quorate/client/node';
import { createMemoryStore, type Store, StoreError } from '@quorate/storage';
import { hasDatabase, openLmdbStore } from '@quorate/storage/lmdb';
import type { Log } from './log.ts';
import { DevnetError, type DevnetErrorCode } from './options.ts';

/** The store of a node while it is open. */
export interface NodeStore {
  readonly store: Store<unknown>;
  /** Closes it, and resolves once its files are given up. */
  readonly release: () => Promise<void>;
}

/**
 * Opens the store of a node below a data folder; without one it lives in memory.
 *
 * A lock beside the database keeps every other process away: two validators over one store would
 * sign for one key and not know what the other has signed.
 *
 * @throws DevnetError `DataInUse`, `NotWritable`, `DiskFull`, `UnreadableData`
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

/** Tells whether a node has a store below a data folder. */
export function hasStore(dataDir: string, name: string): boolean {
  return hasDatabase(join(dataDir, name));
}

/**
 * Refuses to begin anew with a validator that has signed before: without its store it knows no lock that
 * it has given, and would sign another transaction for the same nonce (rule V8).
 *
 * @throws DevnetError `UnreadableData` where the store is gone
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
 * Tells of each of these nodes whose store is gone. It begins anew all the same: what has settled is with the
 * validators (rule P3), and what it had under way nobody can give back.
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

/** Says as a devnet's error what is wrong with a store; undefined for what is no matter of one. */
export function troubleOf(cause: unknown): DevnetError | undefined {
  if (cause instanceof DevnetError) return cause;
  if (!(cause instanceof StoreError)) return undefined;
  return new DevnetError(CODES[cause.code] ?? 'UnreadableData', cause.message, { cause });
}

// What a turn of the host brings about shares one commit: requests come in groups, and so do flushes.
function atTurnEnd(commit: () => void): void {
  setImmediate(commit);
}

const CODES: Readonly<Partial<Record<string, DevnetErrorCode>>> = {
  NotWritable: 'NotWritable',
  DiskFull: 'DiskFull',
  FlushFailed: 'NotWritable',
};

/**
 * Keeps everybody else from a folder, which is created if need be; gives what lets go of it.
 *
 * @throws DevnetError `DataInUse` with the remedy, `NotWritable`, `DiskFull`
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

/** Says why a folder cannot be used; what is no matter of the folder comes back as it is. */
export function folderError(path: string, cause: unknown): unknown {
  switch (troubleCode(cause)) {
    case 'NotWritable':
      return new DevnetError(
        'NotWritable',
        `${path} cannot be written (${(cause as Error).message}): give this user the right to ` +
          'write there, or choose another folder',
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
  return `${IN_THE_WAY.includes(code) ? 'cannot be written' : 'is no folder'} (${message})`;
}

/** How the system, and Node, call a folder in the place of a file, or a link that leads nowhere. */
const IN_THE_WAY: readonly unknown[] = ['EISDIR', 'ERR_FS_EISDIR', 'ELOOP'];

/** Names what the system says of a path; undefined for what is no matter of one. */
export function troubleCode(cause: unknown): DevnetErrorCode | undefined {
  const { code = '', syscall } = cause as NodeJS.ErrnoException;
  // Whatever else the system has against a path, nothing can be written there.
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
