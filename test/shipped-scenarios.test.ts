import { formatScenario, type JsonSchema, lintScenario, scenarioSchema } from '@quorate/simulator';
import { describe, expect, it } from 'vitest';
import { shippedFiles, shippedText } from './scenario-documents.ts';

describe.each(shippedFiles().map((file) => [file, shippedText(file)] as const))(
  'scenarios/%s',
  (file, text) => {
    it('is formatted: quorate scenario fmt scenarios', () => {
      expect(formatScenario(text, file)).toBe(text);
    });

    it('gets no advice: quorate scenario lint scenarios', () => {
      expect(lintScenario(text, file)).toEqual({ mistakes: [], advice: [] });
    });

    it('opens with a comment that says what it shows', () => {
      expect(text).toMatch(/^# [A-Z](.*\n#)+/);
    });
  },
);

describe('the scenarios that are there to be read', () => {
  const texts = shippedFiles()
    .filter((file) => !file.startsWith('regressions/'))
    .map(shippedText);

  /** The values that the format allows for this key of the entries of a list. */
  function wordsFor(key: string, list: JsonSchema | undefined): readonly string[] {
    const entries = list?.['items'] as { oneOf: readonly { properties: Words }[] };
    return entries.oneOf.flatMap(({ properties }) => properties[key]?.const ?? []);
  }

  const { faults, byzantine, workload } = scenarioSchema['properties'] as Lists;
  it.each([
    ['kind', wordsFor('kind', faults)],
    ['act', wordsFor('act', byzantine?.items.properties['acts'])],
    ['op', wordsFor('op', workload?.items.properties['steps'])],
  ] as const)('show every %s at least once', (key, words) => {
    const isShown = (word: string) =>
      texts.some((text) => new RegExp(`\\b${key}: ${word}(?![\\w-])`).test(text));
    expect(words.length).toBeGreaterThan(10);
    expect(words.filter((word) => !isShown(word))).toEqual([]);
  });
});

type Words = Readonly<Record<string, { readonly const?: string }>>;

type Lists = Readonly<
  Record<string, { readonly items: { readonly properties: Readonly<Record<string, JsonSchema>> } }>
>;
