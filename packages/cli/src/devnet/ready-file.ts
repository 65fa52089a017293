import { lstatSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { isRunning, makeFolder } from '@quorate/client/node';
import { DevnetError } from '@quorate/devnet';
import { STANDARD_STREAM } from '../standard-stream.ts';
import { writeReason } from '../system-reason.ts';
import type { ReadyEvent } from './ready-event.ts';

/** Say where a devnet tells that it answers. */
export interface ReadyFileOptions {
  /** Where commands look that are called in its folder. */
  readonly local: string;
  /** Where a program waits for it; undefined where none does. */
  readonly asked: string | undefined;
  /** Hears what keeps `local` from being written: a devnet can do without. */
  readonly warn: (warning: string) => void;
}

/** Tell others that a devnet answers, as long as it does. */
export interface ReadyFiles {
  /**
   * Writes what programs are told, each file whole or not at all, and readable by its owner alone,
   * because secret keys are in it.
   *
   * @throws DevnetError `NotWritable` where that is the file that was asked for
   */
  write(event: ReadyEvent): void;
  /** Takes away what this process has written; what another devnet has written since stays. */
  remove(): void;
}

/**
 * Make room for the ready files of a devnet before anything of it starts.
 *
 * What a devnet left that was killed goes: whoever waits would be told of URLs where nobody answers. Of
 * the file that was asked for nobody else can be meant, whoever wrote it. But `local` stays with a devnet
 * that runs: commands in its folder would not find it any more, and nothing once this one has ended.
 *
 * @throws DevnetError `InvalidOption` where a stream is asked for, `NotWritable` where the file that was
 * asked for could not be written later
 */
export function prepareReadyFiles(options: ReadyFileOptions): ReadyFiles {
  const { asked, warn } = options;
  if (asked === STANDARD_STREAM) {
    throw new DevnetError('InvalidOption', `--ready-file takes a file, and "${asked}" is none`);
  }
  const attemptAll = (given: readonly Target[], act: (target: Target) => void) =>
    given.filter((target) => isFree(target, warn) && attempt(target, warn, () => act(target)));
  let targets = attemptAll(targetsOf(options), makeRoom);
  return {
    write(event) {
      targets = attemptAll(targets, ({ path }) => writeReadyFile(path, event));
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

/** Whether a ready file is of no other devnet that runs. */
function isFree({ path, isAsked }: Target, warn: ReadyFileOptions['warn']): boolean {
  const pid = pidIn(path);
  if (isAsked || pid === undefined || isLeftBehind(pid)) return true;
  warn(
    `${path} belongs to the devnet that runs as process ${pid} and is left alone; ` +
      'use --url with commands for this one',
  );
  return false;
}

/** Do something with a ready file; false where that cannot be and the devnet can do without. */
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

/** Do something with a file; give what is in the way, undefined where nothing was. */
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

// Whoever names a folder or a device has slipped, and neither is to be replaced.
function obstacleAt(path: string): string | undefined {
  const look = { throwIfNoEntry: false } as const;
  const folder = dirname(path);
  if (statSync(folder, look)?.isDirectory() === false) return `${folder} is no folder`;
  const found = lstatSync(path, look);
  const mayBeReplaced = found === undefined || found.isFile() || found.isSymbolicLink();
  return mayBeReplaced ? undefined : 'it is no file';
}

function makeRoom({ path, isAsked }: Target): void {
  if (isAsked || pidIn(path) !== undefined) rmSync(path, { force: true });
  // The one way to know whether a file may be written: rights do not say it, on every disk.
  withUnfinished(path, '', () => undefined);
}

// A file that names this process is its own, or of one before it with its number.
function isLeftBehind(pid: number): boolean {
  return pid === process.pid || !isRunning(pid);
}

function pidIn(path: string): number | undefined {
  try {
    const { pid } = JSON.parse(readFileSync(path, 'utf8')) as Partial<ReadyEvent>;
    return Number.isSafeInteger(pid) && Number(pid) > 0 ? pid : undefined;
  } catch {
    // Gone, or no ready file: not ours in any case.
    return undefined;
  }
}

function writeReadyFile(path: string, event: ReadyEvent): void {
  const text = `${JSON.stringify(event, undefined, 2)}\n`;
  withUnfinished(path, text, (unfinished) => renameSync(unfinished, path));
}

/** Do something with a text in a file beside a path, for its owner alone; that file goes in any case. */
function withUnfinished(path: string, text: string, act: (unfinished: string) => void): void {
  const unfinished = `${path}.${process.pid}`;
  makeFolder(dirname(path));
  // A file that is there already would keep its mode, and a link would lead elsewhere.
  rmSync(unfinished, { force: true });
  try {
    writeFileSync(unfinished, text, { mode: 0o600, flag: 'wx' });
    act(unfinished);
  } finally {
    rmSync(unfinished, { force: true });
  }
}
