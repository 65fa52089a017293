import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ERROR_CATALOGUE } from '@quorate/protocol';
import { describe, expect, it } from 'vitest';
import { names, testTitles } from './test-titles.ts';

const DOCS = new URL('../../docs/', import.meta.url);
const text = readFileSync(new URL('ledger.md', DOCS), 'utf8');

/** A row of a table: the rule that it states, and the tests that it links. */
const rows = [...text.matchAll(/^\| (\w+) \|.*\| (\[.*\)) \|$/gm)].map(
  ([, rule = '', cell = '']) => ({
    rule,
    tests: links(cell),
  }),
);

function links(markdown: string): readonly string[] {
  return [...markdown.matchAll(/\]\(([^)]+)\)/g)].map(([, target = '']) => target);
}

/** Lists the rules that the sources of the packages say they keep. */
function rulesInSources(): readonly string[] {
  const packages = new URL('../../packages/', import.meta.url);
  const sources = readdirSync(packages).flatMap((name) => {
    const folder = new URL(`${name}/src/`, packages);
    if (!existsSync(folder)) return [];
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    return files.filter((file) => file.endsWith('.ts')).map((file) => new URL(file, folder));
  });
  const texts = sources.map((source) => readFileSync(source, 'utf8'));
  return texts.flatMap((source) =>
    [...source.matchAll(/\brule ([A-Z][0-9]+)\b/g)].map(([, rule = '']) => rule),
  );
}

function titlesIn(target: string): readonly string[] {
  return testTitles(readFileSync(new URL(target, DOCS), 'utf8'));
}

describe('docs/ledger.md', () => {
  it('links only what exists', () => {
    const files = links(text).map((target) => fileURLToPath(new URL(target, DOCS)));
    expect(files.filter((file) => !existsSync(file))).toEqual([]);
  });

  it('states each rule once', () => {
    const rules = rows.map(({ rule }) => rule);
    expect(rules).toEqual([...new Set(rules)]);
  });

  it('states every rule that refuses', () => {
    const refusing = Object.values(ERROR_CATALOGUE).flatMap(({ meaning }) => Object.keys(meaning));
    expect(rows.map(({ rule }) => rule)).toEqual(expect.arrayContaining(refusing));
  });

  it('states every rule that a source names', () => {
    const stated = rows.map(({ rule }) => rule);
    const silent = new Set(rulesInSources().filter((rule) => !stated.includes(rule)));
    expect([...silent]).toEqual([]);
  });

  it.each(rows)(
    '$rule has its name in a title of every test that its row links',
    ({ rule, tests }) => {
      const silent = tests.filter(
        (target) => !titlesIn(target).some((title) => names(title, rule)),
      );
      expect(silent).toEqual([]);
      expect(tests.length).toBeGreaterThan(0);
    },
  );
});

describe('a title', () => {
  it('is found however it is written', () => {
    const source = `it('V1 a', f); describe("b", f); it.each([1])('V2 %s', f); call('no');`;
    expect(testTitles(source)).toEqual(['V1 a', 'b', 'V2 %s']);
  });

  it('names a rule only as a word of its own', () => {
    expect(names('E4, E6 and V10 hold', 'V10')).toBe(true);
    expect(names('V10 holds', 'V1')).toBe(false);
    expect(names('S1 to S7', 'S4')).toBe(false);
  });
});
