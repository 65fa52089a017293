import { readdirSync, readFileSync } from 'node:fs';
import { formatScenario, lintScenario } from '@quorate/simulator';
import { describe, expect, it } from 'vitest';

const SCENARIOS = new URL('../scenarios/', import.meta.url);
const FILES = readdirSync(SCENARIOS, { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.yaml'),
);

describe.each(FILES.map((file) => [file, readFileSync(new URL(file, SCENARIOS), 'utf8')] as const))(
  'scenarios/%s',
  (file, text) => {
    it('is formatted: quorate scenario fmt scenarios', () => {
      expect(formatScenario(text, file)).toBe(text);
    });

    it('leaves nothing to advise on: quorate scenario lint scenarios', () => {
      expect(lintScenario(text, file)).toEqual({ mistakes: [], advice: [] });
    });

    it('opens with a comment that says what it shows', () => {
      expect(text).toMatch(/^# [A-Z](.*\n#)+/);
    });
  },
);
