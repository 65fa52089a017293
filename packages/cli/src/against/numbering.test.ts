import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createNumbering } from './numbering.ts';

const anyTexts = fc.array(fc.constantFrom('pay', 'pay (2)', 'pay (2) (2)', 'read'));

it('gives every text a name of its own that begins with it, and the first of its kind itself', () => {
  fc.assert(
    fc.property(anyTexts, (texts) => {
      const numbered = createNumbering();
      const names = texts.map(numbered);
      expect(new Set(names).size).toBe(texts.length);
      for (const [place, name] of names.entries())
        expect(name.startsWith(texts[place] ?? '')).toBe(true);
    }),
  );
  expect(['pay', 'read', 'pay', 'pay'].map(createNumbering())).toEqual([
    'pay',
    'read',
    'pay (2)',
    'pay (3)',
  ]);
});
