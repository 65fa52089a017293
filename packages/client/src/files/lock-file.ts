import { randomUUID } from 'node:crypto';
import {
  closeSync,
  fstatSync,
  linkSync,
  lstatSync,
  openSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { resolve } from 'node:path';
import { threadId } from 'node:worker_threads';
import { isRunning, stateOf } from './process-state.ts';

/** A lock is held by somebody else. */
export class LockedError extends Error {
  override readonly name = 'LockedError';
  readonly code = 'Locked';
  /** The process that holds it; undefined when the holder changed too often to tell. */
  readonly pid: number | undefined;

  constructor(path: string, pid: number | undefined) {
    super(`${path} is held by ${pid === undefined ? 'another process' : `process ${pid}`}`);
    this.pid = pid;
  }
}

/** The holder of a lock. Process ids are reused, so the start time of the process is part of it. */
interface Holder {
  readonly pid: number;
  /** When the process started, as the system counts; null when the system does not tell. */
  readonly began: string | null;
  /**
   * The descriptor under which the process has the lock file open, as long as it holds the lock.
   * All threads of a process share their descriptors; other processes do not.
   */
  readonly file: number | null;
}

/** A lock file as it was found. */
interface Found {
  /** Never the same twice. */
  readonly text: string;
  /** Undefined when a power cut interrupted the writing of the file. */
  readonly holder: Holder | undefined;
  readonly identity: string;
}

/** How often to try for a lock that others release meanwhile. */
const ATTEMPTS = 10;

/**
 * Takes a lock, which is a file that exists while somebody holds it, and gives the function that
 * releases it.
 *
 * It takes over a lock left by a process that is gone, killed or cut off from power. It also takes
 * over one left by a thread that has ended, unless its worker was created with `trackUnmanagedFds:
 * false`: then the lock stays until the process ends. Processes that do not see each other, as in
 * two containers that share a folder, are not kept apart.
 *
 * @throws LockedError while another thread or process, or this one, holds it; the error of the
 * system when something else is at that path
 */
export function takeLock(path: string): () => void {
  const full = resolve(path);
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const file = create(full);
    if (file !== undefined) return releaseOf(full, file);
    removeStale(full);
  }
  throw new LockedError(full, undefined);
}

// Only once: by the second call the lock, and the descriptor, may belong to somebody else.
function releaseOf(path: string, file: number): () => void {
  let isOurs = true;
  return () => {
    if (!isOurs) return;
    isOurs = false;
    try {
      // Removed first, because anybody may take over a lock file that is no longer open.
      rmSync(path, { force: true });
    } finally {
      closeSync(file);
    }
  };
}

// Linked into place, so that whoever sees the file sees all of its content.
function create(path: string): number | undefined {
  const own = `${path}.${process.pid}.${threadId}`;
  rmSync(own, { force: true });
  const file = openSync(own, 'wx', 0o600);
  try {
    const holder: Holder = { pid: process.pid, began: beganOf(process.pid), file };
    writeFileSync(file, JSON.stringify({ ...holder, id: randomUUID() }));
    linkSync(own, path);
    return file;
  } catch (failure) {
    closeSync(file);
    if (codeOf(failure) === 'EEXIST') return undefined;
    throw failure;
  } finally {
    rmSync(own, { force: true });
  }
}

// Two processes may find the same stale lock, and the slower one must not remove the lock that the
// faster one has created since. So a removed lock that turns out to be live is put back.
function removeStale(path: string): void {
  const found = find(path);
  if (found === undefined) return;
  if (isLive(found)) throw new LockedError(path, found.holder?.pid);
  // If it was released meanwhile, it was not stale, and somebody else may hold it now.
  if (find(path)?.text !== found.text) return;
  const aside = `${path}.${process.pid}.${threadId}.stale`;
  try {
    renameSync(path, aside);
  } catch (failure) {
    if (codeOf(failure) === 'ENOENT') return;
    throw failure;
  }
  try {
    const moved = find(aside);
    if (moved !== undefined && isLive(moved)) linkSync(aside, path);
  } finally {
    rmSync(aside, { force: true });
  }
}

// The file is closed before the check whether it is open here: a stale lock may name the very
// descriptor that this reading is given.
function find(path: string): Found | undefined {
  let file: number;
  try {
    // Opened for writing, so that a folder at this path is an error; errors of opening name the
    // path.
    file = openSync(path, 'r+');
  } catch (failure) {
    if (codeOf(failure) === 'ENOENT') return refuseLink(path);
    throw failure;
  }
  try {
    const text = readFileSync(file, 'utf8');
    return { text, holder: parse(text), identity: identityOf(file) };
  } finally {
    closeSync(file);
  }
}

/** Refuses a dangling link: it blocks the path like a lock, but nobody holds it. */
function refuseLink(path: string): undefined {
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return undefined;
  const failure = new Error(`${path} is a link to ${readlinkSync(path)}, where nothing is`);
  throw Object.assign(failure, { code: 'ELOOP', syscall: 'open', path });
}

function parse(text: string): Holder | undefined {
  try {
    const { pid, began, file } = JSON.parse(text) as Partial<Holder>;
    if (typeof pid !== 'number' || pid <= 0) return undefined;
    return { pid, began: began ?? null, file: file ?? null };
  } catch {
    return undefined;
  }
}

function isLive({ holder, identity }: Found): boolean {
  if (holder === undefined) return false;
  const { pid, file } = holder;
  const began = beganOf(pid);
  if (began !== null && holder.began !== null && began !== holder.began) return false;
  // An earlier process may have had the same id, as the first process of a container always has.
  return pid === process.pid ? file !== null && isOpenAs(file, identity) : isRunning(pid);
}

/** Tells whether this process has the file open under a descriptor. */
function isOpenAs(file: number, identity: string): boolean {
  try {
    return identityOf(file) === identity;
  } catch {
    // Nothing is open under this descriptor.
    return false;
  }
}

/** Identifies a file among all existing ones, as long as it is open. */
function identityOf(file: number): string {
  const { dev, ino } = fstatSync(file, { bigint: true });
  return `${dev}:${ino}`;
}

function beganOf(pid: number): string | null {
  return stateOf(pid)?.began ?? null;
}

function codeOf(failure: unknown): string | undefined {
  return (failure as NodeJS.ErrnoException).code;
}
