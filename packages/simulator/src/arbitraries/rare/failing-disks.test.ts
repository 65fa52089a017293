import { describe, expect, it } from 'vitest';
import { generateScenario } from '../generate-scenario.ts';
import { DEFAULT_SPACE } from '../scenario-space.ts';

const seeds = Array.from({ length: 400 }, (_, seed) => BigInt(seed));
const OF_DISKS: ReadonlySet<string> = new Set(['bit-rot', 'full-disk']);

function kindsOf(space: typeof DEFAULT_SPACE): readonly (readonly string[])[] {
  return seeds.map((seed) =>
    generateScenario(space, seed).faults.flatMap(({ kind }) => (OF_DISKS.has(kind) ? [kind] : [])),
  );
}

describe('disks that fail', () => {
  it('are drawn in few runs, of both kinds', () => {
    const all = kindsOf(DEFAULT_SPACE);
    const failing = all.filter((kinds) => kinds.length > 0);
    expect(failing.length).toBeGreaterThan(20);
    expect(failing.length).toBeLessThan(80);
    expect(new Set(failing.flat())).toEqual(OF_DISKS);
  });

  it('move nothing else that is drawn', () => {
    const none = { least: 0, greatest: 0 };
    const { faults } = DEFAULT_SPACE;
    const without = { ...DEFAULT_SPACE, faults: { ...faults, 'bit-rot': none, 'full-disk': none } };
    for (const seed of seeds.slice(0, 60)) {
      const drawn = generateScenario(DEFAULT_SPACE, seed);
      const rest = drawn.faults.filter(({ kind }) => !OF_DISKS.has(kind));
      expect(generateScenario(without, seed).faults).toEqual(rest);
    }
  });

  it('are in every run that is to have everything', () => {
    const all = kindsOf({ ...DEFAULT_SPACE, odds: 1 }).slice(0, 20);
    expect(all.every((kinds) => new Set(kinds).size === 2)).toBe(true);
  });
});
