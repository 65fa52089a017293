import { formatScenario, lintScenario } from '@quorate/simulator';
import { describe, expect, it } from 'vitest';
import { shippedFiles, shippedText } from './scenario-documents.ts';

describe.each(shippedFiles().map((file) => [file, shippedText(file)] as const))(
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
