import { existsSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { makeFolder } from './make-folder.ts';

const folder = mkdtempSync(join(tmpdir(), 'quorate-folders-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('makeFolder', () => {
  it('makes all missing folders, and leaves existing ones', () => {
    const deep = join(folder, 'a', 'b', 'c');
    makeFolder(deep);
    writeFileSync(join(deep, 'kept'), '');
    makeFolder(deep);
    expect(readdirSync(deep)).toEqual(['kept']);
  });

  it('makes them by a path that goes up and down, and through a link', () => {
    makeFolder(`${join(folder, 'up')}/../down/`);
    symlinkSync(join(folder, 'down'), join(folder, 'link'));
    makeFolder(join(folder, 'link', 'below'));
    expect(existsSync(join(folder, 'down', 'below'))).toBe(true);
  });

  it('says that a file is in the way, or a link that leads nowhere', () => {
    writeFileSync(join(folder, 'file'), '');
    symlinkSync(join(folder, 'nowhere'), join(folder, 'dangling'));
    expect(() => makeFolder(join(folder, 'file'))).toThrow('EEXIST');
    expect(() => makeFolder(join(folder, 'file', 'x', 'y'))).toThrow('ENOTDIR');
    expect(() => makeFolder(join(folder, 'dangling', 'x'))).toThrow('EEXIST');
  });

  it.runIf(existsSync('/proc/self'))('comes back from where no folder can be', () => {
    expect(() => makeFolder('/proc/nope/x')).toThrow('ENOENT');
  });
});
