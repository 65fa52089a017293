import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { folderFault, reportFileFault } from './report-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'quorate-outputs-'));
afterAll(() => rmSync(folder, { recursive: true }));

const plain = join(folder, 'plain');
writeFileSync(plain, 'text');
symlinkSync(join(folder, 'nowhere'), join(folder, 'dangling'));

describe('reportFileFault', () => {
  it('makes the folder of a file, and says which file cannot be written', () => {
    expect(reportFileFault({ '--junit': join(folder, 'new', 'x.xml') })).toBeUndefined();
    expect(readdirSync(join(folder, 'new'))).toEqual([]);
    expect(reportFileFault({ '--junit': plain })).toBeUndefined();
    expect(readFileSync(plain, 'utf8')).toBe('text');
    expect(reportFileFault({ '--junit': undefined, '--events': join(plain, 'x') })).toMatch(
      /^--events: .*plain\/x cannot be written \((ENOTDIR|EEXIST)\)$/,
    );
    expect(reportFileFault({ '--output': folder })).toContain('(EISDIR)');
  });

  it('makes no file of what is meant for a stream', () => {
    expect(reportFileFault({ '--junit': undefined, '--events': '-' })).toBe(
      '--events takes a file, and "-" is none',
    );
    expect(existsSync('-')).toBe(false);
  });
});

describe('folderFault', () => {
  it('makes no folder, and says which could not be made or written to', () => {
    const deep = join(folder, 'deep', 'er');
    expect(folderFault({ '--corpus': undefined, '--artefacts': deep })).toBeUndefined();
    expect(existsSync(join(folder, 'deep'))).toBe(false);
    expect(folderFault({ '--artefacts': plain })).toBe(
      `--artefacts: ${plain} cannot be written (ENOTDIR)`,
    );
    expect(folderFault({ '--corpus': join(plain, 'below') })).toContain('(ENOTDIR)');
    expect(folderFault({ '--artefacts': join(folder, 'dangling') })).toContain('(ENOENT)');
  });
});
