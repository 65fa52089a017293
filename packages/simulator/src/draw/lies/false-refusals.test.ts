import { describe, expect, it } from 'vitest';
import { DEFAULT_SPACE } from '../../arbitraries/scenario-space.ts';
import { PROXY_REFUSALS } from '../../scenario/byzantine/words.ts';
import { scenarioForm } from '../../scenario/scenario.ts';
import type { Swarm } from '../../scenario/swarm/swarm.ts';
import { drawsOf } from '../draw.ts';
import { withFalseRefusals } from './false-refusals.ts';

const SWARM = { ...DEFAULT_SPACE, odds: 0.5 };

/** Who makes up what, over many seeds. */
function madeUpIn(proxies: number, swarm: Swarm = SWARM): ReadonlySet<string> {
  const { cluster } = scenarioForm.load({
    name: 'false-refusals',
    cluster: { validators: 4, proxies, clients: { alice: {} } },
    workload: [],
  });
  const budget = { faulty: [], correct: ['v1', 'v2', 'v3', 'v4'] };
  const stage = { cluster, budget, changes: [], horizon: 1_000_000_000n, events: 100 };
  const drawn = Array.from({ length: 150 }, (_, seed) =>
    withFalseRefusals([], swarm, { stage, draw: drawsOf(BigInt(seed)) }),
  );
  const words = drawn.map((parties) =>
    parties
      .flatMap(({ node, acts }) => acts.map((act) => `${node} ${'code' in act ? act.code : ''}`))
      .join(),
  );
  return new Set(words);
}

describe('withFalseRefusals', () => {
  it('has the second proxy refuse for any cause at times', () => {
    expect(madeUpIn(2)).toEqual(new Set(['', ...PROXY_REFUSALS.map((code) => `p2 ${code}`)]));
  });

  it('changes nothing where there is one proxy, or none may be Byzantine', () => {
    const honest = new Set(['']);
    expect(madeUpIn(1)).toEqual(honest);
    const none = { ...SWARM.byzantine, proxies: { least: 0, greatest: 0 } };
    expect(madeUpIn(2, { ...SWARM, byzantine: none })).toEqual(honest);
    expect(madeUpIn(2, { ...SWARM, odds: 0 })).toEqual(honest);
    expect(madeUpIn(2, { ...SWARM, profile: 'beyond' })).toEqual(honest);
  });
});
