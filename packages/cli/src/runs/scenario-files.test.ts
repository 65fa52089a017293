import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { loadScenarioFile, loadScenarios, readScenarioFiles } from './scenario-files.ts';

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
  file('short.yml');
  file('.quorate', 'failures', 'kept.yaml');
  file('node_modules', 'some', 'one.yaml');
  symlinkSync(folder, join(folder, 'deep', 'round'));
  symlinkSync(join(folder, 'b.yaml'), join(folder, 'z.yaml'));

  it('are all below it, except what is hidden, installed, or a folder of such a name', () => {
    const { files, mistakes } = readScenarioFiles([folder]);
    expect(files.map(({ file: path }) => relative(folder, path))).toEqual([
      'a.yaml/c.yaml',
      'b.yaml',
      'deep/er/a.yaml',
      'short.yml',
      'z.yaml',
    ]);
    expect(mistakes).toEqual([]);
  });

  it('are found in a hidden folder that is asked for', () => {
    expect(readScenarioFiles([join(folder, '.quorate')]).files).toHaveLength(1);
  });

  it('are not loaded where one file is expected', () => {
    expect(loadScenarioFile(folder).mistakes).toEqual([
      `${folder}: a folder, where one scenario file is expected`,
    ]);
  });
});

describe('a file of a folder that cannot be read', () => {
  const within = mkdtempSync(join(tmpdir(), 'quorate-unreadable-'));
  afterAll(() => rmSync(within, { recursive: true }));
  const good = 'version: 1\nname: x\ncluster: { validators: 4, clients: {} }\nworkload: []\n';
  writeFileSync(join(within, 'good.yaml'), good);
  symlinkSync('nowhere', join(within, 'dangling.yaml'));
  symlinkSync('itself.yaml', join(within, 'itself.yaml'));

  it('is a mistake, and the others are still read', () => {
    const { scenarios, mistakes } = loadScenarios([within]);
    expect(scenarios.map(({ file: path }) => relative(within, path))).toEqual(['good.yaml']);
    expect(mistakes).toEqual([
      `${join(within, 'dangling.yaml')}: no such file or folder`,
      `${join(within, 'itself.yaml')}: cannot be read (a link that leads nowhere)`,
    ]);
  });

  it('is the same mistake if it is named', () => {
    expect(loadScenarioFile(join(within, 'itself.yaml')).mistakes).toEqual([
      `${join(within, 'itself.yaml')}: cannot be read (a link that leads nowhere)`,
    ]);
  });
});

it('shows an empty path, as an empty variable gives it', () => {
  expect(loadScenarios(['']).mistakes).toEqual(['"": no such file or folder']);
  expect(loadScenarioFile('').mistakes).toEqual(['"": no such file or folder']);
});

describe('a file that is not text in UTF-8', () => {
  const within = mkdtempSync(join(tmpdir(), 'quorate-encodings-'));
  afterAll(() => rmSync(within, { recursive: true }));
  const good = 'version: 1\nname: x\ncluster: { validators: 4, clients: {} }\nworkload: []\n';
  const accented = good.replace('cluster', 'description: caf\u00e9\ncluster');

  it.each([
    ['latin-1', Buffer.from(accented, 'latin1')],
    ['utf-16', Buffer.from(`\ufeff${accented}`, 'utf16le')],
    ['utf-16-big', Buffer.from(`\ufeff${accented}`, 'utf16le').swap16()],
  ])('is refused, such as one in %s', (name, bytes) => {
    const path = join(within, `${name}.yaml`);
    writeFileSync(path, bytes);
    expect(loadScenarioFile(path)).toEqual({
      scenarios: [],
      mistakes: [`${path}: expected text in UTF-8, got other bytes`],
    });
  });

  it.each([
    ['with a mark in front', `\ufeff${accented}`],
    ['without', accented],
  ])('is not one %s', (name, text) => {
    const path = join(within, `${name}.yaml`);
    writeFileSync(path, text);
    expect(readScenarioFiles([path])).toEqual({ files: [{ file: path, text }], mistakes: [] });
    expect(loadScenarioFile(path).scenarios[0]?.scenario.description).toBe('caf\u00e9');
  });
});
