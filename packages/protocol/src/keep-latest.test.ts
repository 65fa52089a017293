import fc from 'fast-check';
import { expect, it } from 'vitest';
import { keepLatest } from './keep-latest.ts';

it('keeps what came last of each key, up to so many keys', () => {
  const entry = fc.tuple(fc.nat(9), fc.nat());
  fc.assert(
    fc.property(fc.array(entry), fc.integer({ min: 1, max: 5 }), (entries, max) => {
      const map = new Map<number, number>();
      for (const [key, value] of entries) keepLatest(map, key, value, max);
      const last = new Map<number, number>();
      for (const [key, value] of entries.toReversed()) if (!last.has(key)) last.set(key, value);
      expect([...map].toReversed()).toEqual([...last].slice(0, max));
    }),
  );
});
