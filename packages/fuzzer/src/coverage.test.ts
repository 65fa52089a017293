import { DEFAULT_SPACE, generateScenario } from '@quorate/simulator';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createCoverage } from './coverage.ts';

const scenarios = [1n, 2n, 3n, 4n].map((seed) => generateScenario(DEFAULT_SPACE, seed));

const anyRun = fc.record({
  shapes: fc.uniqueArray(fc.constantFrom(...'abcdefgh'), { maxLength: 5 }),
  events: fc.integer({ min: 1, max: 50 }),
  scenario: fc.constantFrom(...scenarios),
});

describe('coverage', () => {
  it('counts each shape once', () => {
    fc.assert(
      fc.property(fc.array(anyRun), (runs) => {
        const coverage = createCoverage();
        const known = new Set<string>();
        for (const { shapes, events, scenario } of runs) {
          coverage.add(shapes, events, () => scenario);
          for (const shape of shapes) known.add(shape);
        }
        expect(coverage.size()).toBe(known.size);
        for (const shape of 'abcdefgh') expect(coverage.has(shape)).toBe(known.has(shape));
      }),
    );
  });

  it('builds a scenario only where its run shows something new, or the same in fewer events', () => {
    const coverage = createCoverage();
    let built = 0;
    const add = (shapes: readonly string[], events: number) =>
      coverage.add(shapes, events, () => {
        built += 1;
        return scenarios[0] as (typeof scenarios)[number];
      });
    add(['a', 'b'], 10);
    add(['b'], 10);
    expect(built).toBe(1);
    add(['b'], 9);
    add(['b', 'c'], 99);
    expect(built).toBe(3);
  });

  it('counts what a failed run shows, but does not keep the run', () => {
    const coverage = createCoverage();
    coverage.count(['a']);
    expect(coverage.has('a')).toBe(true);
    expect(coverage.distil(9)).toEqual([]);
  });

  it('distils to specimens that show every shape between them, the rarest first', () => {
    fc.assert(
      fc.property(fc.array(anyRun), (runs) => {
        const coverage = createCoverage();
        for (const { shapes, events, scenario } of runs) {
          coverage.add(shapes, events, () => scenario);
        }
        const shown = new Set(coverage.distil(100).flatMap(({ shapes }) => shapes));
        expect(shown).toEqual(new Set(runs.flatMap(({ shapes }) => shapes)));
        expect(coverage.distil(1).length).toBeLessThanOrEqual(1);
        expect(coverage.distil(2)).toEqual(coverage.distil(100).slice(0, 2));
      }),
    );
  });

  it('distils first what the fewest runs have shown, failed ones included', () => {
    const anyShown = fc.array(fc.tuple(anyRun, fc.boolean()), { minLength: 1 });
    fc.assert(
      fc.property(anyShown, (runs) => {
        const coverage = createCoverage();
        const times = new Map<string, number>();
        for (const [{ shapes, events, scenario }, isFailed] of runs) {
          if (isFailed) coverage.count(shapes);
          else coverage.add(shapes, events, () => scenario);
          for (const shape of shapes) times.set(shape, (times.get(shape) ?? 0) + 1);
        }
        const kept = new Set(runs.flatMap(([{ shapes }, isFailed]) => (isFailed ? [] : shapes)));
        const timesOf = (shapes: Iterable<string>) =>
          Math.min(...[...shapes].map((shape) => times.get(shape) ?? 0));
        const first = coverage.distil(1).flatMap(({ shapes }) => shapes);
        expect(timesOf(first)).toBe(timesOf(kept));
      }),
    );
  });
});
