import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { VersionedMap } from './versioned-map.ts';

type Subject = VersionedMap<string, number>;

interface Change {
  /** Which of the versions so far is changed, from the newest back. */
  readonly back: number;
  readonly key: string;
  readonly value: number | undefined;
}

const keys = ['a', 'b', 'c', 'd', 'e'];
const change: fc.Arbitrary<Change> = fc.record({
  // Mostly the newest; now and then one so far behind that it gets a copy.
  back: fc.oneof({ weight: 9, arbitrary: fc.constant(0) }, fc.nat(150)),
  key: fc.constantFrom(...keys),
  value: fc.option(fc.nat(3), { nil: undefined }),
});

function changed(map: Subject, { key, value }: Change): Subject {
  return value === undefined ? map.delete(key) : map.set(key, value);
}

function modelOf(map: ReadonlyMap<string, number>, { key, value }: Change): Map<string, number> {
  const copy = new Map(map);
  if (value === undefined) copy.delete(key);
  else copy.set(key, value);
  return copy;
}

/** Says all that can be read of a map, in one text: a property reads maps some hundred thousand times. */
function readingOf(map: Pick<Subject, 'size' | 'get' | 'has'>, inOrder: unknown): string {
  return JSON.stringify([map.size, keys.map((key) => [map.get(key), map.has(key)]), inOrder]);
}

function expectSame(map: Subject, model: ReadonlyMap<string, number>): void {
  const pairs = [...model].sort(([a], [b]) => (a < b ? -1 : 1));
  const inOrder = [pairs, pairs.map(([key]) => key), pairs.map(([, value]) => value)];
  expect(readingOf(map, [[...map], [...map.keys()], [...map.values()]])).toBe(
    readingOf(model, inOrder),
  );
}

describe('VersionedMap', () => {
  it('is an immutable map: every version stays what it was, whatever became of others', () => {
    fc.assert(
      fc.property(
        fc.array(change, { maxLength: 200, size: 'max' }),
        fc.boolean(),
        (changes, isRead) => {
          const versions: Subject[] = [VersionedMap.empty()];
          const models: Map<string, number>[] = [new Map()];
          for (const each of changes) {
            const at = Math.max(0, versions.length - 1 - each.back);
            const version = versions[at] ?? VersionedMap.empty();
            const model = models[at] ?? new Map();
            versions.push(changed(version, each));
            models.push(modelOf(model, each));
            if (isRead) expectSame(version, model);
          }
          // Once to find them as they were, and once more after some were copied.
          for (const [at, model] of [...models, ...models].entries()) {
            expectSame(versions[at % models.length] ?? VersionedMap.empty(), model);
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  it('reads a version far behind the newest as it was, and goes on to', () => {
    const early = VersionedMap.empty<number, string>().set(0, 'first');
    let newest = early;
    for (let index = 1; index <= 500; index += 1) newest = newest.set(index, 'later');
    const changedLate = newest.set(0, 'last');
    for (const map of [early, newest, early]) expect(map.get(0)).toBe('first');
    expect(early.get(1)).toBe(undefined);
    expect([...early]).toEqual([[0, 'first']]);
    expect(changedLate.get(0)).toBe('last');
  });

  it('is the same object where nothing changes', () => {
    const map = VersionedMap.empty<string, number>().set('a', 1).set('b', 2);
    expect(map.set('a', 1)).toBe(map);
    expect(map.delete('c')).toBe(map);
    expect(map.set('a', 2)).not.toBe(map);
  });

  it('lets many begin with the same empty map', () => {
    const empty = VersionedMap.empty<number, string>();
    const one = empty.set(1, 'one');
    const two = empty.set(2, 'two');
    expect([[...empty], [...one], [...two]]).toEqual([[], [[1, 'one']], [[2, 'two']]]);
  });
});
