import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { memberText, partsOf } from './json-text.ts';

const texts = fc.oneof(fc.string(), fc.constantFrom('id', '__proto__', '"', '\\', ',', ':{}[]'));
const values = fc.letrec<{ tree: unknown }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 3 },
    texts,
    fc.integer(),
    fc.constantFrom(null, true),
    fc.array(tie('tree')),
    fc.dictionary(texts, tie('tree')),
  ),
})).tree;
const spaces = fc.constantFrom(undefined, 1, '\t', '\n ');

describe('partsOf', () => {
  it('takes an array apart, whatever is in it', () => {
    fc.assert(
      fc.property(fc.array(values), spaces, (items, space) => {
        const texts = items.map((item) => JSON.stringify(item, undefined, space));
        const parts = partsOf(` [ ${texts.join(' ,\n')} ]\n`);
        expect(parts.map((part) => part.trim())).toEqual(texts);
      }),
    );
  });
});

describe('memberText', () => {
  it('finds each member of an object, however its name is written', () => {
    fc.assert(
      fc.property(fc.dictionary(texts, values), spaces, (object, space) => {
        const members = Object.entries(object).map(
          ([name, value]) => [name, JSON.stringify(value, undefined, space)] as const,
        );
        const texts = members.map(([name, value]) => `${JSON.stringify(name)} : ${value}`);
        for (const [name, value] of members) {
          expect(memberText(`{ ${texts.join(' ,\n')} }`, name)).toBe(value);
        }
      }),
    );
    expect(memberText('{"\\u0069d" : 1.0 }', 'id')).toBe('1.0');
  });

  it('gives the last of several, and undefined where there is none', () => {
    expect(memberText('{"id":1,"x":{"id":3},"id":2}', 'id')).toBe('2');
    expect(memberText('{"x":{"id":3}}', 'id')).toBeUndefined();
    expect(memberText('{ }', 'id')).toBeUndefined();
  });
});
