import { DEFAULT_SPACE } from '@quorate/simulator';
import { describe, expect, it } from 'vitest';
import { parseChanges } from './changes.ts';
import { commandOf, originOf } from './origin.ts';

const usual = { space: DEFAULT_SPACE, strategy: { kind: 'random' } } as const;
const drawn = { seed: 31n, keptAs: undefined };

describe('originOf', () => {
  it('is only the seed if runs are drawn as usual, and otherwise says how', () => {
    expect(originOf(drawn, usual)).toBe('seed 0x1f');
    for (const text of ['1..2', '5']) {
      const space = { ...DEFAULT_SPACE, changes: parseChanges(text) };
      expect(originOf(drawn, { ...usual, space })).toBe(`seed 0x1f --changes ${text}`);
    }
    const space = { ...DEFAULT_SPACE, profile: 'beyond' } as const;
    const strategy = { kind: 'pct', depth: 3 } as const;
    expect(originOf(drawn, { space, strategy })).toBe(
      'seed 0x1f --profile beyond --strategy pct:3',
    );
  });

  it('is the file where an earlier search kept the scenario: no seed gives it', () => {
    expect(originOf({ ...drawn, keptAs: 'wrong.yaml' }, usual)).toBe('wrong.yaml of the corpus');
  });
});

describe('commandOf', () => {
  it('runs the seed again as it was drawn, or the file of the corpus', () => {
    const space = { ...DEFAULT_SPACE, profile: 'beyond' } as const;
    expect(commandOf(drawn, { ...usual, space })).toBe(
      'npx quorate fuzz --seeds 0x1f..0x1f --profile beyond',
    );
    expect(commandOf({ ...drawn, keptAs: "o'clock.yaml" }, usual)).toBe(
      "npx quorate run 'o'\\''clock.yaml'",
    );
  });
});
