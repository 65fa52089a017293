import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
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
}

/** How often a lock is tried for that others let go of meanwhile. */
const ATTEMPTS = 10;

/** The locks that this process holds. */
const held = new Set<string>();

/**
 * Takes a lock, a file that is there while somebody holds it, and gives what lets go of it.
 *
 * What a process left that is gone, killed or cut off from power, is taken over. Processes that do
 * not see each other, as in two containers over one folder, are not kept apart.
 *
 * @throws LockedError while somebody holds it, in this process or another
 */
export function takeLock(path: string): () => void {
  const full = resolve(path);
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    if (held.has(full)) throw new LockedError(full, process.pid);
    if (create(full)) {
      held.add(full);
      return releaseOf(full);
    }
    removeStale(full);
  }
  throw new LockedError(full, undefined);
}

// Only once: by the second time the lock may be somebody else's.
function releaseOf(path: string): () => void {
  let isOurs = true;
  return () => {
    if (!isOurs) return;
    isOurs = false;
    held.delete(path);
    rmSync(path, { force: true });
  };
}

// Linked, not written: whoever sees the file sees all of it.
function create(path: string): boolean {
  const own = `${path}.${process.pid}`;
  rmSync(own, { force: true });
  writeFileSync(own, JSON.stringify(holderOf(process.pid)), { mode: 0o600, flag: 'wx' });
  try {
    linkSync(own, path);
    return true;
  } catch (failure) {
    if (codeOf(failure) === 'EEXIST') return false;
    throw failure;
  } finally {
    rmSync(own, { force: true });
  }
}

// Two may find the same stale lock, and the slower one must not remove what the faster one has
// created since: what turns out to live is put back.
function removeStale(path: string): void {
  const found = readIfThere(path);
  if (found === undefined) return;
  const holder = parse(found);
  if (isLive(holder)) throw new LockedError(path, holder?.pid);
  const aside = `${path}.${process.pid}.stale`;
  try {
    renameSync(path, aside);
  } catch (failure) {
    if (codeOf(failure) === 'ENOENT') return;
    throw failure;
  }
  try {
    const moved = readIfThere(aside) ?? '';
    if (isLive(parse(moved))) linkSync(aside, path);
  } finally {
    rmSync(aside, { force: true });
  }
}

// A file without a holder was cut off from power while it was written.
function parse(text: string): Holder | undefined {
  try {
    const { pid, began } = JSON.parse(text) as Partial<Holder>;
    return typeof pid === 'number' && pid > 0 ? { pid, began: began ?? null } : undefined;
  } catch {
    return undefined;
  }
}

// Ours would be in `held`: a file that names this process is of one before it with its number.
function isLive(holder: Holder | undefined): boolean {
  if (holder === undefined || holder.pid === process.pid) return false;
  const { began } = holderOf(holder.pid);
  if (began !== null && holder.began !== null && began !== holder.began) return false;
  return isRunning(holder.pid);
}

function holderOf(pid: number): Holder {
  return { pid, began: stateOf(pid)?.began ?? null };
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (failure) {
    if (codeOf(failure) === 'ENOENT') return undefined;
    throw failure;
  }
}

function codeOf(failure: unknown): string | undefined {
  return (failure as NodeJS.ErrnoException).code;
}
