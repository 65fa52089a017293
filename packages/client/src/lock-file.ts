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

/** Reports that something is in use that only one may use at a time. */
export class LockedError extends Error {
  override readonly name = 'LockedError';
  /** The process that uses it; undefined where that changed hands too often to tell. */
  readonly pid: number | undefined;

  constructor(path: string, pid: number | undefined) {
    super(`${path} is held by ${pid === undefined ? 'another process' : `process ${pid}`}`);
    this.pid = pid;
  }
}

/** Who holds a lock: numbers of processes are given out again, moments are not. */
interface Holder {
  readonly pid: number;
  /** When it began, as the system counts; null where the system does not tell. */
  readonly began: string | null;
  /**
   * The number of the lock among the files that its process has open, for as long as it is held. All threads
   * of a process see the same files under the same numbers, and no other process does.
   */
  readonly file: number | null;
}

/** A lock that somebody has taken, as it was when it was looked at. */
interface Found {
  /** Never the same twice. */
  readonly text: string;
  /** Undefined where it was cut off from power while it was written. */
  readonly holder: Holder | undefined;
  readonly identity: string;
}

/** How often a lock is tried for that others let go of meanwhile. */
const ATTEMPTS = 10;

/**
 * Takes a lock, a file that is there while somebody holds it, and gives what lets go of it.
 *
 * What a process left that is gone, killed or cut off from power, is taken over; so is what a thread left
 * that has ended, unless its worker was made with `trackUnmanagedFds: false`: then it stays until the process
 * ends. Processes that do not see each other, as in two containers over one folder, are not kept apart.
 *
 * @throws LockedError while somebody holds it, in this thread, another, or another process; what the system says where
 * something else is in its place
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

// Only once: by the second time the lock, and the number, may be somebody else's.
function releaseOf(path: string, file: number): () => void {
  let isOurs = true;
  return () => {
    if (!isOurs) return;
    isOurs = false;
    try {
      // First, because a lock that is not open any more is anybody's to take over.
      rmSync(path, { force: true });
    } finally {
      closeSync(file);
    }
  };
}

// Linked, not written: whoever sees the file sees all of it.
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

// Two may find the same stale lock, and the slower one must not remove what the faster one has
// created since: what turns out to live is put back.
function removeStale(path: string): void {
  const found = find(path);
  if (found === undefined) return;
  if (isLive(found)) throw new LockedError(path, found.holder?.pid);
  // Whoever let go of it meanwhile has left nothing stale, and the next may hold it.
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

// Closed before anybody asks what is open here: what an earlier process left may well name the number
// that is given to whoever reads it.
function find(path: string): Found | undefined {
  let file: number;
  try {
    // A folder cannot be opened to write, and only what is said of opening names the path.
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

/** Refuses a link that leads nowhere: it is in the way like a lock, and nobody holds it. */
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
  // A process before this may have had its number, as the first one of a container always has.
  return pid === process.pid ? file !== null && isOpenAs(file, identity) : isRunning(pid);
}

/** Whether this process has a file open under a number. */
function isOpenAs(file: number, identity: string): boolean {
  try {
    return identityOf(file) === identity;
  } catch {
    // Nothing is open under that number.
    return false;
  }
}

/** Tells a file from all others that there are while it is open. */
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
