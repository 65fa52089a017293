import fc from 'fast-check';
import { expect, it } from 'vitest';
import { rememberTexts } from './text-memory.ts';

it('gives what joining gives, and joins once as long as there is room', () => {
  const word = fc.constantFrom('', 'a', 'b', 'ab', '/');
  fc.assert(
    fc.property(fc.array(fc.tuple(word, word)), (pairs) => {
      let joins = 0;
      const joined = rememberTexts((a, b) => {
        joins += 1;
        return `${a}|${b}`;
      });
      for (const [a, b] of pairs) expect(joined(a, b)).toBe(`${a}|${b}`);
      expect(joins).toBe(new Set(pairs.map(String)).size);
    }),
  );
});

it('forgets rather than grows', () => {
  let joins = 0;
  const joined = rememberTexts((a, b) => {
    joins += 1;
    return a + b;
  });
  for (let index = 0; index < 70_000; index += 1) joined('x', String(index));
  expect(joined('x', '0')).toBe('x0');
  expect(joins).toBe(70_001);
});
