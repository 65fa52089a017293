import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { errorOf } from '@quorate/testkit';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { fileVersion, readKept } from './kept-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'quorate-kept-'));
afterAll(() => rmSync(folder, { recursive: true }));

const shape = z.strictObject({ version: fileVersion, keys: z.array(z.string()) });
const path = join(folder, 'kept.json');

describe('readKept', () => {
  it.each([
    ['', 'it is empty; put an export or a backup of the whole devnet back'],
    ['{"keys": ["secr', 'it is not JSON; put an export or a backup of the whole devnet back'],
    ['[]', 'file: expected an object, got a list'],
    ['{"keys": []}', 'version: expected 1'],
    [
      '{"version": 2, "keys": []}',
      'version: a newer version of Quorate wrote it: use that version',
    ],
    ['{"version": 1, "keys": [5]}', 'keys.0: expected text, got a number'],
    ['{"version": 1, "keys": [], "more": 1}', 'file: unknown key "more"; expected version, keys'],
  ])('says in words what is wrong with %j, and quotes nothing of it', (text, reason) => {
    writeFileSync(path, text);
    expect(errorOf(() => readKept(path, shape))).toMatchObject({
      code: 'UnreadableData',
      message: `${path} cannot be read: ${reason}`,
    });
  });

  it('gives what a file holds, and nothing where there is none', () => {
    writeFileSync(path, '{"version": 1, "keys": ["a"]}');
    expect(readKept(path, shape)).toEqual({ version: 1, keys: ['a'] });
    expect(readKept(join(folder, 'none'), shape)).toBeUndefined();
  });

  it('takes no link that leads nowhere for a file that is not there', () => {
    const link = join(folder, 'link.json');
    symlinkSync(join(folder, 'on-another-disk'), link);
    expect(errorOf(() => readKept(link, shape))).toMatchObject({
      code: 'UnreadableData',
      message: `${link} cannot be read: it is a link that leads nowhere`,
    });
  });

  it('reports what the system says of a folder in its place', () => {
    mkdirSync(join(folder, 'a-folder'));
    expect(errorOf(() => readKept(join(folder, 'a-folder'), shape))).toMatchObject({
      code: 'UnreadableData',
      message: expect.stringContaining('a-folder cannot be read: EISDIR'),
    });
  });
});
