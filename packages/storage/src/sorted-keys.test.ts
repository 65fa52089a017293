import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSortedKeys } from './sorted-keys.ts';

// Enough for several chunks, so that chunks are cut in two and emptied; all of one length, so that
// they ascend.
const universe = Array.from({ length: 3000 }, (_, index) => String(index + 1000));

describe('sorted keys', () => {
  it('walks what was added and not removed, in order, from any bound', () => {
    const inputs = fc.record({
      added: fc.shuffledSubarray(universe, { minLength: 1000 }),
      removed: fc.shuffledSubarray(universe),
      bound: fc.constantFrom('', '~', ...universe),
      isWalked: fc.boolean(),
    });
    const property = fc.property(inputs, ({ added, removed, bound, isWalked }) => {
      const keys = createSortedKeys();
      for (const key of added) keys.add(key);
      // Only a walk sorts keys into the places from which they are removed.
      if (isWalked) expect([...keys.from('')]).toHaveLength(added.length);
      for (const key of removed) keys.remove(key);
      const present = new Set(added);
      const gone = new Set(removed);
      const left = universe.filter((key) => present.has(key) && !gone.has(key) && key >= bound);
      expect([...keys.from(bound)]).toEqual(left);
    });
    fc.assert(property, { numRuns: 30 });
  });

  it('is empty after every key was removed, and can be filled again', () => {
    const keys = createSortedKeys();
    for (let round = 0; round < 2; round += 1) {
      for (const key of universe) keys.add(key);
      expect([...keys.from('')]).toEqual(universe);
      for (const key of universe) keys.remove(key);
      expect([...keys.from('')]).toEqual([]);
    }
  });

  it('finds what comes after a gap of many keys', () => {
    const keys = createSortedKeys();
    for (const key of universe) keys.add(key);
    expect([...keys.from('3999')]).toEqual(['3999']);
    for (const key of universe.slice(500, 2500)) keys.remove(key);
    for (const from of ['1499', '1600', '2500', '3499']) {
      expect([...keys.from(from)][from === '1499' ? 1 : 0]).toBe('3500');
    }
  });
});
