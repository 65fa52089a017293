import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fileOutbox } from './node.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quorate-outbox-'));
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

describe('fileOutbox', () => {
  it('stays where it was when its process changes to another folder (P5)', async () => {
    // Tests run in threads, which cannot change the folder.
    const where = vi.spyOn(process, 'cwd').mockReturnValue(folder);
    const outbox = fileOutbox('outbox.json');
    where.mockRestore();
    await outbox.save({ nonce: '0', transaction: '', signature: '' });
    expect(readdirSync(folder)).toEqual(['outbox.json']);
    await outbox.exclusively(async () =>
      expect(readdirSync(folder)).toEqual(['outbox.json', 'outbox.json.lock']),
    );
    await outbox.clear();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('is on the disk, whole and under its name, before anybody goes on (P5)', async () => {
    const path = join(folder, 'outbox.json');
    const handle = await open(folder);
    await handle.close();
    const flushed: string[][] = [];
    vi.spyOn(Object.getPrototypeOf(handle) as FileHandle, 'sync').mockImplementation(() => {
      flushed.push(readdirSync(folder));
      return Promise.resolve();
    });
    const outbox = fileOutbox(path);
    await outbox.save({ nonce: '0', transaction: '', signature: '' });
    // First its content, then its name.
    expect(flushed).toEqual([['outbox.json.tmp'], ['outbox.json']]);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    await outbox.clear();
    expect(flushed.slice(2)).toEqual([[]]);
  });

  it('says what was done under its lock, though the lock file cannot be removed', async () => {
    const path = join(folder, 'outbox.json');
    const done = fileOutbox(path).exclusively(async () => {
      rmSync(`${path}.lock`);
      mkdirSync(`${path}.lock`);
      return 'settled';
    });
    expect(await done).toBe('settled');
  });

  it('is empty if there is no file, but not if a link to it leads nowhere', async () => {
    const path = join(folder, 'outbox.json');
    expect(await fileOutbox(path).load()).toBeUndefined();
    await expect(fileOutbox(path).clear()).resolves.toBeUndefined();
    symlinkSync(join(folder, 'elsewhere'), path);
    await expect(fileOutbox(path).load()).rejects.toMatchObject({ code: 'ENOENT' });
  });
});
