import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LockedError, takeLock } from './lock-file.ts';

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
});
