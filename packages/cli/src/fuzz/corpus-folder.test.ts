import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEFAULT_SPACE, generateScenario } from '@quorate/simulator';
import { afterAll, expect, it } from 'vitest';
import { writtenTerminal } from '../../test/quorate.ts';
import { loadCorpus, pruneCorpus, saveCorpus } from './corpus-folder.ts';

const root = mkdtempSync(join(tmpdir(), 'quorate-corpus-'));
afterAll(() => rmSync(root, { recursive: true }));

const { terminal, written } = writtenTerminal();

/** A corpus from which nothing was loaded. */
function empty(folder: string) {
  return { folder, known: [] };
}

const scenarios = [1n, 2n, 3n].map((seed) => generateScenario(DEFAULT_SPACE, seed));

it('gives back what it kept, ordered by name, and keeps nothing twice', () => {
  const folder = join(root, 'kept', 'deep');
  expect(saveCorpus(empty(folder), scenarios, terminal)).toEqual({ added: 3, unwritten: [] });
  const { kept, mistakes } = loadCorpus(folder);
  expect(saveCorpus({ folder, known: kept }, scenarios.slice(1), terminal).added).toBe(0);
  expect(mistakes).toEqual([]);
  expect(kept.map(({ name }) => name)).toEqual(readdirSync(folder).toSorted());
  expect(kept.map(({ scenario }) => scenario)).toEqual(expect.arrayContaining(scenarios));
  expect(kept).toHaveLength(3);
});

it('removes what a search no longer needs, and nothing that people have written', () => {
  const folder = join(root, 'pruned');
  saveCorpus(empty(folder), scenarios, terminal);
  const own = readdirSync(folder).toSorted();
  const text = readFileSync(join(folder, own[0] ?? ''), 'utf8');
  writeFileSync(join(folder, 'by-hand.yaml'), text.slice(text.indexOf('\n') + 1));
  const { kept } = loadCorpus(folder);
  const needed = kept.filter(({ name }) => name === own[1]).map(({ scenario }) => scenario);
  // Another search, or a person, may have removed one meanwhile.
  rmSync(join(folder, own[2] ?? ''));
  const place = { folder, known: kept };
  expect(pruneCorpus(place, needed, terminal)).toEqual({ removed: 1, unwritten: [] });
  expect(readdirSync(folder).toSorted()).toEqual([own[1], 'by-hand.yaml'].toSorted());
});

it('rewrites what is cut short there, or was removed since it was loaded', () => {
  const folder = join(root, 'cut');
  saveCorpus(empty(folder), scenarios, terminal);
  const [cut = '', gone = ''] = readdirSync(folder);
  writeFileSync(join(folder, cut), 'version: 1\nname: c');
  const { kept } = loadCorpus(folder);
  rmSync(join(folder, gone));
  expect(saveCorpus({ folder, known: kept }, scenarios, terminal).added).toBe(2);
  expect(loadCorpus(folder)).toMatchObject({ mistakes: [], kept: { length: 3 } });
});

it('takes a missing or empty folder for an empty corpus', () => {
  expect(loadCorpus(join(root, 'none'))).toEqual({ kept: [], mistakes: [] });
  expect(loadCorpus(mkdtempSync(join(root, 'empty-')))).toEqual({ kept: [], mistakes: [] });
});

it('leaves out what is no longer a scenario, and says so', () => {
  const folder = join(root, 'outdated');
  saveCorpus(empty(folder), scenarios.slice(0, 1), terminal);
  symlinkSync('nowhere', join(folder, 'gone.yaml'));
  writeFileSync(join(folder, 'old.yaml'), 'version: 0\n');
  const { kept, mistakes } = loadCorpus(folder);
  expect(kept).toHaveLength(1);
  expect(mistakes.join('\n')).toContain('old.yaml');
  expect(mistakes).toContain(`${join(folder, 'gone.yaml')}: no such file or folder`);
});

it('says so when it leaves out the only file', () => {
  const folder = mkdtempSync(join(root, 'one-'));
  symlinkSync('nowhere', join(folder, 'gone.yaml'));
  expect(loadCorpus(folder).mistakes).toEqual([
    `${join(folder, 'gone.yaml')}: no such file or folder`,
  ]);
});

it('says once that scenarios cannot be written', () => {
  const folder = join(root, 'plain', 'below');
  writeFileSync(join(root, 'plain'), '');
  expect(saveCorpus(empty(folder), scenarios, terminal)).toEqual({ added: 0, unwritten: [75] });
  expect(written.err).toBe(
    `error --corpus: ${folder} cannot be written: a part of the path is a file, not a folder\n`,
  );
});
