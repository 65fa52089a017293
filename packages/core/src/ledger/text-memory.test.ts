import fc from 'fast-check';
import { expect, it } from 'vitest';
import { rememberLatest, rememberTexts } from './text-memory.ts';

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

it('gives what joining gives, and joins once for what is asked for again and again', () => {
  const asked = fc.tuple(fc.constantFrom('a', 'b'), fc.constantFrom(0n, 1n, 2n));
  fc.assert(
    fc.property(fc.array(asked), (all) => {
      let joins = 0;
      const joined = rememberLatest((name, count) => {
        joins += 1;
        return `${name}|${count}`;
      });
      const last = new Map<string, bigint>();
      let changes = 0;
      for (const [name, count] of all) {
        expect(joined(name, count)).toBe(`${name}|${count}`);
        if (last.get(name) !== count) changes += 1;
        last.set(name, count);
      }
      expect(joins).toBe(changes);
    }),
  );
});

it('forgets names rather than grows', () => {
  let joins = 0;
  const joined = rememberLatest((name, count) => {
    joins += 1;
    return `${name}|${count}`;
  });
  for (let index = 0; index < 70_000; index += 1) joined(String(index), 1n);
  expect(joined('0', 1n)).toBe('0|1');
  expect(joins).toBe(70_001);
});
