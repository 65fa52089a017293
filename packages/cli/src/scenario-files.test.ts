import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { findScenarioFiles, loadScenarioFile } from './scenario-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'quorate-files-'));
afterAll(() => rmSync(folder, { recursive: true }));

function file(...path: readonly string[]): void {
  const whole = join(folder, ...path);
  mkdirSync(dirname(whole), { recursive: true });
  writeFileSync(whole, 'version: 1\n');
}

describe('the scenario files of a folder', () => {
  file('b.yaml');
  file('deep', 'er', 'a.yaml');
  file('a.yaml', 'c.yaml');
  file('notes.txt');
  file('.quorate', 'failures', 'kept.yaml');
  file('node_modules', 'some', 'one.yaml');
  symlinkSync(folder, join(folder, 'deep', 'round'));
  symlinkSync(join(folder, 'b.yaml'), join(folder, 'z.yaml'));

  it('are all below it, but for what is hidden, installed, or a folder of such a name', () => {
    const { files, mistakes } = findScenarioFiles([folder]);
    expect(files.map((path) => relative(folder, path))).toEqual([
      'a.yaml/c.yaml',
      'b.yaml',
      'deep/er/a.yaml',
      'z.yaml',
    ]);
    expect(mistakes).toEqual([]);
  });

  it('are found in a hidden folder that is asked for', () => {
    expect(findScenarioFiles([join(folder, '.quorate')]).files).toHaveLength(1);
  });

  it('are not what is loaded where one file is expected', () => {
    expect(loadScenarioFile(folder).mistakes).toEqual([
      `${folder}: a folder, where one scenario file is expected`,
    ]);
  });
});
