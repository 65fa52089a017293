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
import { join, relative } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { exitCodes } from '../exit-code.ts';
import { folderFault, overwriteFault, reportFileFault } from './report-files.ts';

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
    for (const below of [join(plain, 'x'), join(plain, 'deep', 'x')]) {
      expect(reportFileFault({ '--junit': undefined, '--events': below })).toEqual({
        message: `--events: ${below} cannot be written: a part of the path is a file, not a folder`,
        code: exitCodes.environment,
      });
    }
    expect(reportFileFault({ '--output': folder })?.message).toContain(': a folder, not a file');
  });

  it.runIf(existsSync('/proc/self'))('does not wait for a folder that can never be', () => {
    expect(reportFileFault({ '--events': '/proc/nope/x' })).toEqual({
      message: '--events: /proc/nope/x cannot be written: no folder can be made there',
      code: exitCodes.environment,
    });
  });

  it('makes no file from the name of a stream', () => {
    expect(reportFileFault({ '--junit': undefined, '--events': '-' })).toEqual({
      message: '--events takes a file, not "-"',
      code: exitCodes.usage,
    });
    expect(existsSync('-')).toBe(false);
  });
});

describe('reportFileFault of a command that writes several files', () => {
  it('refuses one file for two of them, however it is named', () => {
    const fresh = join(folder, 'fresh');
    symlinkSync(plain, join(folder, 'again'));
    for (const [junit, events] of [
      [fresh, fresh],
      [fresh, relative('.', fresh)],
      [plain, join(folder, 'again')],
    ] as const) {
      expect(reportFileFault({ '--events': events, '--junit': junit })).toEqual({
        message: `--events and --junit name one file, ${junit}: expected a file of its own for each`,
        code: exitCodes.usage,
      });
    }
    rmSync(join(folder, 'again'));
    expect(existsSync(fresh)).toBe(false);
    expect(readFileSync(plain, 'utf8')).toBe('text');
    expect(reportFileFault({ '--events': fresh, '--junit': plain })).toBeUndefined();
    expect(reportFileFault({ '--events': undefined, '--junit': undefined })).toBeUndefined();
  });
});

it.runIf(existsSync('/dev/null'))('takes what keeps nothing for several files at once', () => {
  expect(reportFileFault({ '--events': '/dev/null', '--junit': '/dev/null' })).toBeUndefined();
});

describe('reportFileFault of a command that reads files', () => {
  it('refuses to replace them, however they are named', () => {
    symlinkSync(plain, join(folder, 'link'));
    for (const path of [plain, join(folder, 'link'), join(folder, '.', 'new', '..', 'plain')]) {
      expect(reportFileFault({ '--output': path }, [join(folder, 'other'), plain])).toEqual({
        message: `--output names the scenario that is read, ${path}: choose another file, or it would be lost`,
        code: exitCodes.usage,
      });
    }
    expect(reportFileFault({ '--output': join(folder, 'beside') }, [plain])).toBeUndefined();
    rmSync(join(folder, 'link'));
  });
});

describe('reportFileFault of a path that cannot be looked at', () => {
  it('says why it cannot be written', () => {
    const loop = join(folder, 'loop');
    symlinkSync('loop', loop);
    expect(reportFileFault({ '--events': plain, '--junit': loop }, [plain + plain])).toEqual({
      message: expect.stringContaining(`--junit: ${loop} cannot be written: `) as string,
      code: exitCodes.environment,
    });
    rmSync(loop);
  });
});

describe('overwriteFault', () => {
  it('leaves files as they are, and says which path is not a file', () => {
    expect(overwriteFault([plain])).toBeUndefined();
    expect(readFileSync(plain, 'utf8')).toBe('text');
    expect(overwriteFault([plain, folder])).toEqual({
      message: `${folder} cannot be written: a folder, not a file`,
      code: exitCodes.environment,
    });
  });
});

describe('folderFault', () => {
  it.runIf(existsSync('/proc/self'))('says where no folder can ever be', () => {
    expect(folderFault({ '--corpus': '/proc/nope/x' })).toEqual({
      message: '--corpus: /proc/nope/x cannot be written: no folder can be made there',
      code: exitCodes.environment,
    });
  });

  it('makes no folder, and says which could not be made or written to', () => {
    const deep = join(folder, 'deep', 'er');
    expect(folderFault({ '--corpus': undefined, '--artefacts': deep })).toBeUndefined();
    expect(existsSync(join(folder, 'deep'))).toBe(false);
    const message = `--artefacts: ${plain} cannot be written: a part of the path is a file, not a folder`;
    expect(folderFault({ '--artefacts': plain })).toEqual({ message, code: exitCodes.environment });
    const reasonAgainst = (path: string) => folderFault({ '--corpus': path })?.message;
    expect(reasonAgainst(join(plain, 'below'))).toContain('a part of the path is a file');
    expect(reasonAgainst(join(folder, 'dangling'))).toContain('no folder can be made there');
    expect(folderFault({ '--artefacts': folder })).toBeUndefined();
    expect(readdirSync(folder).toSorted()).toEqual(['dangling', 'new', 'plain']);
  });
});
