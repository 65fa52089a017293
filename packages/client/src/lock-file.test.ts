import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LockedError, takeLock } from './lock-file.ts';
import { stateOf } from './process-state.ts';

let folder: string;
let path: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quorate-lock-'));
  path = join(folder, 'lock');
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Leaves a lock as another process would that lives, and gives what kills it. */
async function takenElsewhere(): Promise<() => Promise<void>> {
  const child = spawn(process.execPath, ['-e', 'process.stdin.resume()']);
  await once(child, 'spawn');
  writeFileSync(path, JSON.stringify({ pid: child.pid, began: null }));
  return async () => {
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
}

/** Starts a process and prints its number; asks how it ended only once it is told to. */
const NEGLECTFUL = `
  const { spawn } = require('node:child_process');
  const { readSync, writeSync } = require('node:fs');
  const { pid } = spawn(process.execPath, ['-e', '']);
  writeSync(1, String(pid));
  readSync(0, Buffer.alloc(1));
`;

/** Leaves a lock as a process would that has ended, and that nobody has asked how. */
async function takenByZombie(): Promise<() => Promise<void>> {
  const parent = spawn(process.execPath, ['-e', NEGLECTFUL]);
  const [output] = (await once(parent.stdout, 'data')) as [Buffer];
  const pid = Number(output);
  const began = stateOf(pid)?.began ?? null;
  const ended = () => expect(stateOf(pid)).toEqual({ began, hasEnded: true });
  await vi.waitFor(ended, { timeout: 60_000 });
  writeFileSync(path, JSON.stringify({ pid, began }));
  return async () => {
    parent.stdin.end();
    await once(parent, 'exit');
  };
}

describe('takeLock', () => {
  it('gives a lock to one at a time, and to the next once it is let go of', () => {
    const release = takeLock(path);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(() => takeLock(path)).toThrow(new LockedError(path, process.pid));
    release();
    expect(readdirSync(folder)).toEqual([]);
    takeLock(path)();
  });

  it('lets go once: what somebody else took since stays theirs', () => {
    const release = takeLock(path);
    release();
    const next = takeLock(path);
    release();
    expect(existsSync(path)).toBe(true);
    next();
  });

  it.each([
    ['a process that is gone', JSON.stringify({ pid: 2 ** 22 + 1, began: null })],
    ['one before this with its number', JSON.stringify({ pid: process.pid, began: '1' })],
    ['one before another with its number', JSON.stringify({ pid: process.ppid, began: '1' })],
    ['a power cut', ''],
    ['no process', JSON.stringify({ pid: 0 })],
  ])('takes over what %s left', (_, left) => {
    writeFileSync(path, left);
    takeLock(path)();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('is held by the process that took it, until that is killed', async () => {
    const kill = await takenElsewhere();
    expect(() => takeLock(path)).toThrow(LockedError);
    await kill();
    takeLock(path)();
  });

  it('takes over what a process left that has ended, though nobody has reaped it', async () => {
    const reap = await takenByZombie();
    takeLock(path)();
    expect(readdirSync(folder)).toEqual([]);
    await reap();
  });
});
