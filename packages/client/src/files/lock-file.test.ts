import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
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

/** Names this process as the holder of a lock. */
const own = () => ({ pid: process.pid, began: stateOf(process.pid)?.began ?? null });

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

/** Starts a process and prints its id; reaps it only once told to. */
const NEGLECTFUL = `
  const { spawn } = require('node:child_process');
  const { readSync, writeSync } = require('node:fs');
  const { pid } = spawn(process.execPath, ['-e', '']);
  writeSync(1, String(pid));
  readSync(0, Buffer.alloc(1));
`;

/** Leaves the lock of a process that has ended, and that nobody has reaped. */
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

/** What a thread does with a lock, as the source of statements: `takeLock` and `path` are at hand. */
function startThread(statements: string, workerData: object = {}): Worker {
  // The package as it was built: Node.js 20 runs no TypeScript.
  const source = `
    const { parentPort, workerData } = require('node:worker_threads');
    const { path } = workerData;
    import('@quorate/client/node').then(({ takeLock }) => { ${statements} });`;
  return new Worker(source, { eval: true, execArgv: [], workerData: { path, ...workerData } });
}

/** Takes a lock when told to, or says why not; releases it when told to. */
const HOLDER = `
  let release;
  parentPort.on('message', (what) => {
    try {
      if (what === 'take') release = takeLock(path);
      else release();
      parentPort.postMessage('done');
    } catch (failure) {
      parentPort.postMessage(failure.message);
    }
  });`;

function startHolder() {
  const worker = startThread(HOLDER);
  const tell = async (what: 'take' | 'release'): Promise<unknown> => {
    worker.postMessage(what);
    const [answer] = await once(worker, 'message');
    return answer;
  };
  return { tell, end: () => worker.terminate() };
}

/** Takes a lock again and again, and counts how often another held it at the same time. */
const CONTENDER = `
  const [inside, together] = [0, 1];
  const counts = new Int32Array(workerData.counts);
  for (let turn = 0; turn < workerData.turns; ) {
    try {
      const release = takeLock(path);
      if (Atomics.add(counts, inside, 1) !== 0) Atomics.add(counts, together, 1);
      Atomics.sub(counts, inside, 1);
      release();
      turn += 1;
    } catch (failure) {
      if (failure.name !== 'LockedError') throw failure;
    }
  }`;

describe('takeLock', () => {
  it('gives a lock to one at a time, and to the next once it is released', () => {
    const release = takeLock(path);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(() => takeLock(path)).toThrow(
      expect.objectContaining({ name: 'LockedError', code: 'Locked', pid: process.pid }),
    );
    release();
    expect(readdirSync(folder)).toEqual([]);
    takeLock(path)();
  });

  it('releases once: what somebody else took since stays theirs', () => {
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
    ['one before this that had no lock open', JSON.stringify({ ...own(), file: null })],
    ['one before this that had it open', JSON.stringify({ ...own(), file: 2 ** 20 })],
    ['one before this of unknown age', JSON.stringify({ ...own(), began: null, file: 0 })],
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

  it('takes over the lock of a process that has ended, though nobody has reaped it', async () => {
    const reap = await takenByZombie();
    takeLock(path)();
    expect(readdirSync(folder)).toEqual([]);
    await reap();
  });

  it('takes over the lock of an earlier process, though the same number is open here too', () => {
    const elsewhere = openSync(join(folder, 'elsewhere'), 'w');
    // It does not matter either if the file descriptor of the reader is the number that the lock
    // names.
    const free = openSync(folder, 'r');
    closeSync(free);
    for (const file of [elsewhere, free]) {
      writeFileSync(path, JSON.stringify({ ...own(), file }));
      takeLock(path)();
    }
    closeSync(elsewhere);
    expect(readdirSync(folder)).toEqual(['elsewhere']);
  });

  it('names a folder that is in its place', () => {
    mkdirSync(path);
    expect(() => takeLock(path)).toThrow(`'${path}'`);
    expect(readdirSync(folder)).toEqual(['lock']);
  });

  it('names a link in its place that leads nowhere, which no process holds', () => {
    symlinkSync(join(folder, 'gone'), path);
    expect(() => takeLock(path)).toThrow(
      `${path} is a link to ${join(folder, 'gone')}, where nothing is`,
    );
    expect(() => takeLock(path)).not.toThrow(LockedError);
    expect(readdirSync(folder)).toEqual(['lock']);
    rmSync(path);
    takeLock(path)();
  });

  it('is one lock, whatever name its folder is reached by', () => {
    symlinkSync(folder, `${folder}-too`);
    const release = takeLock(path);
    expect(() => takeLock(join(`${folder}-too`, 'lock'))).toThrow(LockedError);
    release();
    rmSync(`${folder}-too`);
  });

  it('gives a lock to one thread at a time', async () => {
    const { tell, end } = startHolder();
    const release = takeLock(path);
    expect(await tell('take')).toBe(new LockedError(path, process.pid).message);
    release();
    expect(await tell('take')).toBe('done');
    expect(() => takeLock(path)).toThrow(new LockedError(path, process.pid));
    expect(await tell('release')).toBe('done');
    takeLock(path)();
    expect(readdirSync(folder)).toEqual([]);
    await end();
  });

  it('takes over the lock of a thread that has ended', async () => {
    const { tell, end } = startHolder();
    expect(await tell('take')).toBe('done');
    await end();
    takeLock(path)();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('keeps threads apart that all want it at once', async () => {
    writeFileSync(path, JSON.stringify({ pid: 2 ** 22 + 1, began: null }));
    const counts = new SharedArrayBuffer(8);
    const threads = Array.from({ length: 3 }, () => startThread(CONTENDER, { counts, turns: 300 }));
    const ends = await Promise.all(threads.map((thread) => once(thread, 'exit')));
    expect(ends).toEqual(threads.map(() => [0]));
    expect([...new Int32Array(counts)]).toEqual([0, 0]);
    expect(readdirSync(folder)).toEqual([]);
  });
});
