import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RecentMap } from './recent-map.ts';

interface Step {
  readonly kind: 'get' | 'set';
  readonly key: number;
}

const STEPS: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.record({ kind: fc.constantFrom('get', 'set'), key: fc.nat({ max: 12 }) }),
  { maxLength: 60 },
);

/** Draws few different keys, so that many are used again. */
const KEYS: fc.Arbitrary<readonly number[]> = fc.array(fc.nat({ max: 9 }), { maxLength: 60 });

describe('RecentMap', () => {
  it('answers with the last value set or with nothing', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 9 }), STEPS, (capacity, steps) => {
        const map = new RecentMap<number, number>(capacity);
        const all = new Map<number, number>();
        for (const [index, { kind, key }] of steps.entries()) {
          if (kind === 'get') {
            expect([undefined, all.get(key)]).toContain(map.get(key));
          } else {
            map.set(key, index);
            all.set(key, index);
          }
        }
      }),
    );
  });

  it('holds the keys used last, half the capacity of them, and never more than the capacity', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 9 }), KEYS, (capacity, keys) => {
        const held = [...new Set(keys)].filter((key) => isHeld(key, capacity, keys));
        const recent = [...new Set(keys.toReversed())].slice(0, Math.floor(capacity / 2));
        expect(held).toEqual(expect.arrayContaining(recent));
        expect(held.length).toBeLessThanOrEqual(capacity);
      }),
      { examples: [[4, [1, 2, 3, 4, 1, 5]]] },
    );
  });

  it.each([1, 0, -2, 2.5, Number.NaN])('refuses to hold %d entries', (capacity) => {
    expect(() => new RecentMap(capacity)).toThrow(
      expect.objectContaining({ code: 'InvalidCapacity' }),
    );
  });
});

/** Uses the keys in turn in a fresh map, because asking is itself a use, and then asks for one. */
function isHeld(asked: number, capacity: number, keys: readonly number[]): boolean {
  const map = new RecentMap<number, true>(capacity);
  for (const key of keys) map.get(key) ?? map.set(key, true);
  return map.get(asked) === true;
}
