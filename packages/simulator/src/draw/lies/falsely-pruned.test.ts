import { describe, expect, it } from 'vitest';
import { DEFAULT_SPACE } from '../../arbitraries/scenario-space.ts';
import { drawsOf } from '../draw.ts';
import { withFalselyPruned } from './falsely-pruned.ts';

const BUDGET = { faulty: ['v2', 'v3'], correct: ['v1'] };

/** What lies, over many seeds, and how. */
function liesFor({ profile = 'safe', faulty = BUDGET.faulty } = {}): ReadonlySet<string> {
  const swarm = { ...DEFAULT_SPACE, odds: 1, profile: profile as 'safe' };
  const occasion = { swarm, budget: { ...BUDGET, faulty }, workload: [] };
  const drawn = Array.from({ length: 60 }, (_, seed) =>
    withFalselyPruned([], occasion, drawsOf(BigInt(seed))),
  );
  const words = drawn.map((all) =>
    all
      .flatMap(({ node, acts }) =>
        acts.map((each) => `${node} ${each.act} ${'shows' in each ? each.shows : ''}`),
      )
      .join(),
  );
  return new Set(words);
}

describe('withFalselyPruned', () => {
  it('has a validator report as pruned what it holds at times, whatever clients do', () => {
    expect(liesFor()).toEqual(new Set(['', 'v2 other-certificates pruned']));
  });

  it('changes nothing where nobody may lie', () => {
    expect(liesFor({ faulty: [] })).toEqual(new Set(['']));
    expect(liesFor({ profile: 'beyond' })).toEqual(new Set(['']));
  });
});
