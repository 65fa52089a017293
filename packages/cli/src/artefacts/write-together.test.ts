import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { writeTogether } from './write-together.ts';

const root = mkdtempSync(join(tmpdir(), 'quorate-together-'));
afterAll(() => rmSync(root, { recursive: true }));

/** The second of these cannot be written: its folder does not exist. */
const files = { 'report.json': 'new', 'no-such-folder/trace.ndjson': 'new' };

describe('files one of which cannot be written', () => {
  it('are not written, and what was there before stays', () => {
    const folder = join(root, 'kept');
    mkdirSync(folder);
    writeFileSync(join(folder, 'report.json'), 'old');
    expect(() => writeTogether(folder, files)).toThrow(/ENOENT/);
    expect(readdirSync(folder)).toEqual(['report.json']);
    expect(readFileSync(join(folder, 'report.json'), 'utf8')).toBe('old');
  });

  it('leave no new folder behind', () => {
    expect(() => writeTogether(join(root, 'fresh'), files)).toThrow(/ENOENT/);
    expect(existsSync(join(root, 'fresh'))).toBe(false);
  });
});
