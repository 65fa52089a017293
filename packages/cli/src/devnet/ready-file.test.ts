import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DevnetError } from '@quorate/devnet';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ReadyEvent } from './ready-event.ts';
import { prepareReadyFiles } from './ready-file.ts';

let folder: string;
let local: string;
let asked: string;
let warnings: string[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quorate-ready-'));
  local = join(folder, 'local/devnet.json');
  asked = join(folder, 'asked/ready.json');
  warnings = [];
});
afterEach(() => rmSync(folder, { recursive: true }));

/** What a process says of its devnet; by default this process. */
function event(pid = process.pid): ReadyEvent {
  return { event: 'ready', pid } as ReadyEvent;
}

/** Leaves the ready file of another process. */
function leave(path: string, pid: number): void {
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, JSON.stringify(event(pid)));
}

/** A process id that no process has. */
const GONE = 2 ** 22 + 1;

const warn = (warning: string): void => void warnings.push(warning);

describe('the ready files', () => {
  it('are for their owner alone, and lead nowhere else', () => {
    const files = prepareReadyFiles({ local, asked, warn });
    symlinkSync(join(folder, 'elsewhere'), `${asked}.${process.pid}`);
    files.write(event());
    for (const path of [local, asked]) {
      expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual(event());
      expect(statSync(path).mode & 0o777).toBe(0o600);
    }
    expect(existsSync(join(folder, 'elsewhere'))).toBe(false);
  });

  it('go with their devnet, and stay where another devnet has written them since', () => {
    const files = prepareReadyFiles({ local, asked, warn });
    files.write(event());
    leave(local, process.ppid);
    files.remove();
    expect(existsSync(local)).toBe(true);
    expect(existsSync(asked)).toBe(false);
    files.remove();
  });

  it.each([
    ['a process that is gone', GONE, GONE],
    ['one before this with its number', process.pid, process.pid],
    ['one that runs, where the file was asked for', GONE, process.ppid],
  ])('of %s are taken away before anything starts', (_, pidInLocal, pidInAsked) => {
    leave(local, pidInLocal);
    leave(asked, pidInAsked);
    prepareReadyFiles({ local, asked, warn });
    expect([...readdirSync(join(folder, 'local')), ...readdirSync(join(folder, 'asked'))]).toEqual(
      [],
    );
  });

  it('of another devnet that runs in the same folder stays, with one warning', () => {
    leave(local, process.ppid);
    const files = prepareReadyFiles({ local, asked, warn });
    files.write(event());
    expect(JSON.parse(readFileSync(asked, 'utf8'))).toEqual(event());
    files.remove();
    expect(JSON.parse(readFileSync(local, 'utf8'))).toEqual(event(process.ppid));
    expect(readdirSync(join(folder, 'asked'))).toEqual([]);
    expect(warnings).toEqual([
      `${local} belongs to the devnet that runs as process ${process.ppid} and is left alone; ` +
        'use --url with commands for this one',
    ]);
  });

  it('of another devnet stays, too, if that one answered first', () => {
    const files = prepareReadyFiles({ local, asked: undefined, warn });
    leave(local, process.ppid);
    expect(files.write(event())).toBe(false);
    files.remove();
    expect(JSON.parse(readFileSync(local, 'utf8'))).toEqual(event(process.ppid));
  });

  it('of another devnet does not stay if that very file was asked for', () => {
    leave(local, process.ppid);
    expect(prepareReadyFiles({ local, asked: local, warn }).write(event())).toBe(true);
    expect(JSON.parse(readFileSync(local, 'utf8'))).toEqual(event());
    expect(warnings).toEqual([]);
  });

  it.each([0, -1, 1.5])('that names no process, but %d, is replaced', (pid) => {
    leave(local, pid);
    prepareReadyFiles({ local, asked: undefined, warn }).write(event());
    expect(JSON.parse(readFileSync(local, 'utf8'))).toEqual(event());
  });

  it('may be one and the same', () => {
    const files = prepareReadyFiles({ local, asked: local, warn });
    files.write(event());
    files.remove();
    expect(readdirSync(join(folder, 'local'))).toEqual([]);
  });

  it.each([
    ['below a file', 'file/ready.json', 'file is not a folder'],
    ['far below a file', 'file/deep/ready.json', 'a part of the path is a file, not a folder'],
    ['at a folder', 'local', 'it is not a file'],
  ])('that are asked for %s are refused at once', (_, path, reason) => {
    writeFileSync(join(folder, 'file'), '');
    mkdirSync(join(folder, 'local'));
    const wrong = join(folder, path);
    const prepare = () => prepareReadyFiles({ local, asked: wrong, warn });
    expect(prepare).toThrow(DevnetError);
    expect(prepare).toThrow(`--ready-file ${wrong} cannot be written: `);
    expect(prepare).toThrow(`${reason}; name a file that you may write`);
    expect(readdirSync(folder).sort()).toEqual(['file', 'local']);
    expect(warnings).toEqual([]);
  });

  it('are refused where a stream is asked for', () => {
    const prepare = () => prepareReadyFiles({ local, asked: '-', warn });
    expect(prepare).toThrow('--ready-file takes a file, not "-"');
    expect([existsSync('-'), existsSync(local)]).toEqual([false, false]);
  });

  it.runIf(existsSync('/proc/self'))('are refused at once where no folder can ever be', () => {
    const prepare = () => prepareReadyFiles({ local, asked: '/proc/nope/x/y', warn });
    expect(prepare).toThrow(
      '/proc/nope/x/y cannot be written: no folder can be made there; name a',
    );
  });

  it('leave no keys if they could not be written in the end', () => {
    const files = prepareReadyFiles({ local, asked, warn });
    mkdirSync(asked);
    expect(() => files.write(event())).toThrow(`--ready-file ${asked} cannot be written: it is no`);
    expect(readdirSync(join(folder, 'asked'))).toEqual(['ready.json']);
  });

  it('can do without the one of the folder', () => {
    writeFileSync(join(folder, 'local'), '');
    const files = prepareReadyFiles({ local, asked, warn });
    expect(warnings).toEqual([expect.stringMatching(`^${local} cannot be written: .*--url`)]);
    files.write(event());
    expect(readdirSync(join(folder, 'asked'))).toEqual(['ready.json']);
    files.remove();
    expect(readdirSync(join(folder, 'asked'))).toEqual([]);
    expect(warnings).toHaveLength(1);
  });
});
