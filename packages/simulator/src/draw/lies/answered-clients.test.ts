import { FALSE_REFUSALS } from '@quorate/byzantine';
import { describe, expect, it } from 'vitest';
import { DEFAULT_SPACE } from '../../arbitraries/scenario-space.ts';
import { drawsOf } from '../draw.ts';
import { withAnsweredClients } from './answered-clients.ts';

const BUDGET = { faulty: ['v2', 'v3'], correct: ['v1'] };

/** Who tells clients what, over many seeds. */
function toldBy({ profile = 'safe', faulty = BUDGET.faulty } = {}): ReadonlySet<string> {
  const swarm = { ...DEFAULT_SPACE, odds: 1, profile: profile as 'safe' };
  const occasion = { swarm, budget: { ...BUDGET, faulty }, workload: [] };
  const drawn = Array.from({ length: 400 }, (_, seed) =>
    withAnsweredClients([], occasion, drawsOf(BigInt(seed))),
  );
  const words = drawn.map((all) =>
    all
      .flatMap(({ node, acts }) =>
        acts.map((each) => `${node} ${each.act} ${'code' in each ? each.code : ''}`),
      )
      .join(),
  );
  return new Set(words);
}

describe('withAnsweredClients', () => {
  it('has a validator refuse to clients, for any cause, at times', () => {
    const all = FALSE_REFUSALS.map((code) => `v2 answer-client ${code}`);
    expect(toldBy()).toEqual(new Set(['', ...all]));
  });

  it('changes nothing where nobody may lie', () => {
    expect(toldBy({ faulty: [] })).toEqual(new Set(['']));
    expect(toldBy({ profile: 'beyond' })).toEqual(new Set(['']));
  });
});
