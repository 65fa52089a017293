import { lstatSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { isRunning, makeFolder } from '@quorate/client/node';
import { DevnetError } from '@quorate/devnet';
import { STANDARD_STREAM } from '../output/standard-stream.ts';
import { writeReason } from '../output/system-reason.ts';
import type { ReadyEvent } from './ready-event.ts';

/** The files in which a devnet says that it answers. */
export interface ReadyFileOptions {
  /** The file that commands read when they are called in the folder of the devnet. */
  readonly local: string;
  /** The file for which a program waits; undefined if none does. */
  readonly asked: string | undefined;
  /** Called with what keeps `local` from being written: a devnet can do without it. */
  readonly warn: (warning: string) => void;
}

/** The files that tell others that a devnet answers, as long as it does. */
export interface ReadyFiles {
  /**
   * Writes the ready files, each whole or not at all, and readable only by its owner, because it
   * contains secret keys. Tells whether `local` is one of them, so that commands find the devnet.
   *
   * @throws DevnetError `NotWritable` if the file that was asked for cannot be written
   */
  write(event: ReadyEvent): boolean;
  /** Removes what this process has written; what another devnet has written since stays. */
  remove(): void;
}

/**
 * Makes room for the ready files of a devnet before anything of it starts.
 *
 * The files of a devnet that was killed are removed: a program that waits for them would read URLs
 * where nobody answers. The file that was asked for is removed whoever wrote it: it can be meant
 * for no other devnet. But `local` stays if it belongs to a devnet that runs: commands in its
 * folder would not find that devnet any more, and would find none once this one has ended.
 *
 * @throws DevnetError `InvalidOption` if a stream is asked for, `NotWritable` if the file that was
 * asked for could not be written later
 */
export function prepareReadyFiles(options: ReadyFileOptions): ReadyFiles {
  const { asked, warn } = options;
  if (asked === STANDARD_STREAM) {
    throw new DevnetError('InvalidOption', `--ready-file takes a file, not "${asked}"`);
  }
  const attemptAll = (given: readonly Target[], act: (target: Target) => void) =>
    given.filter((target) => isFree(target, warn) && attempt(target, warn, () => act(target)));
  let targets = attemptAll(targetsOf(options), makeRoom);
  return {
    write(event) {
      targets = attemptAll(targets, ({ path }) => writeReadyFile(path, event));
      return targets.some(({ path }) => path === options.local);
    },
    remove() {
      for (const { path } of targets)
        if (pidIn(path) === process.pid) rmSync(path, { force: true });
    },
  };
}

interface Target {
  readonly path: string;
  readonly isAsked: boolean;
}

function targetsOf({ local, asked }: ReadyFileOptions): readonly Target[] {
  const ours = { path: local, isAsked: local === asked };
  return asked === undefined || ours.isAsked ? [ours] : [{ path: asked, isAsked: true }, ours];
}

/** Tells whether a ready file was asked for, or belongs to no other devnet that runs. */
function isFree({ path, isAsked }: Target, warn: ReadyFileOptions['warn']): boolean {
  const pid = pidIn(path);
  if (isAsked || pid === undefined || isLeftBehind(pid)) return true;
  warn(
    `${path} belongs to the devnet that runs as process ${pid} and is left alone; ` +
      'use --url with commands for this one',
  );
  return false;
}

/** Does something with a ready file; false if that fails and the devnet can do without the file. */
function attempt(
  { path, isAsked }: Target,
  warn: ReadyFileOptions['warn'],
  act: () => void,
): boolean {
  const reason = troubleOf(path, act);
  if (reason === undefined) return true;
  const complaint = `${isAsked ? '--ready-file ' : ''}${path} cannot be written: ${reason}`;
  if (isAsked) {
    throw new DevnetError('NotWritable', `${complaint}; name a file that you may write`);
  }
  warn(`${complaint}; commands need --url to find this devnet`);
  return false;
}

/** Does something with a file; gives what is in the way, undefined if nothing was. */
function troubleOf(path: string, act: () => void): string | undefined {
  try {
    const obstacle = obstacleAt(path);
    if (obstacle === undefined) act();
    return obstacle;
  } catch (failure) {
    const reason = writeReason(failure);
    if (reason === undefined) throw failure;
    return reason;
  }
}

// The path of a folder or a device is a slip, and neither may be replaced.
function obstacleAt(path: string): string | undefined {
  const look = { throwIfNoEntry: false } as const;
  const folder = dirname(path);
  if (statSync(folder, look)?.isDirectory() === false) return `${folder} is not a folder`;
  const found = lstatSync(path, look);
  const mayBeReplaced = found === undefined || found.isFile() || found.isSymbolicLink();
  return mayBeReplaced ? undefined : 'it is not a file';
}

function makeRoom({ path, isAsked }: Target): void {
  if (isAsked || pidIn(path) !== undefined) rmSync(path, { force: true });
  // Only writing shows whether a file can be written: on some disks, access rights do not tell.
  withUnfinished(path, '', () => undefined);
}

// A file that names this process is its own, or that of an earlier process with its number.
function isLeftBehind(pid: number): boolean {
  return pid === process.pid || !isRunning(pid);
}

function pidIn(path: string): number | undefined {
  try {
    const { pid } = JSON.parse(readFileSync(path, 'utf8')) as Partial<ReadyEvent>;
    return Number.isSafeInteger(pid) && Number(pid) > 0 ? pid : undefined;
  } catch {
    // The file is gone, or is not a ready file; in any case it is not this devnet's.
    return undefined;
  }
}

function writeReadyFile(path: string, event: ReadyEvent): void {
  const text = `${JSON.stringify(event, undefined, 2)}\n`;
  withUnfinished(path, text, (unfinished) => renameSync(unfinished, path));
}

/**
 * Calls `act` with a file beside a path that contains a text, for its owner alone; removes that
 * file in any case.
 */
function withUnfinished(path: string, text: string, act: (unfinished: string) => void): void {
  const unfinished = `${path}.${process.pid}`;
  makeFolder(dirname(path));
  // An existing file would keep its mode, and a link would lead elsewhere.
  rmSync(unfinished, { force: true });
  try {
    writeFileSync(unfinished, text, { mode: 0o600, flag: 'wx' });
    act(unfinished);
  } finally {
    rmSync(unfinished, { force: true });
  }
}
