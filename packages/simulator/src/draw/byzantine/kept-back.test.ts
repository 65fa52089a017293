import { describe, expect, it } from 'vitest';
import { act } from '../../arbitraries/plots/scene.ts';
import { manageToken } from '../../arbitraries/plots/token.ts';
import { DEFAULT_SPACE } from '../../arbitraries/scenario-space.ts';
import type { WorkloadEntry } from '../../scenario/scenario.ts';
import { scenarioForm } from '../../scenario/scenario.ts';
import type { OperationStep } from '../../scenario/steps/step.ts';
import { drawsOf } from '../draw.ts';
import { withKeptBack } from './kept-back.ts';

const { cluster } = scenarioForm.load({
  name: 'kept-back',
  cluster: {
    validators: 4,
    proxies: 2,
    clients: { alice: { proxy: 'p2' }, bob: { proxy: 'p1' }, carol: { proxy: 'p2' } },
  },
  workload: [],
});
const BUDGET = { faulty: ['v2'], correct: ['v1', 'v3', 'v4'] };
const SWARM = { ...DEFAULT_SPACE, odds: 0.3 };

function entry(client: string, ...operations: readonly OperationStep[]): WorkloadEntry {
  const steps = operations.map((operation) => act(client, operation).step);
  return { id: `of-${client}`, client, start: 0n, steps };
}

/** Who keeps what from whom, over many seeds. */
function keptIn(
  workload: readonly WorkloadEntry[],
  { swarm = SWARM, budget = BUDGET } = {},
): ReadonlySet<string> {
  const occasion = { swarm, budget, workload };
  const drawn = Array.from({ length: 60 }, (_, seed) =>
    withKeptBack([], occasion, { cluster, draw: drawsOf(BigInt(seed)) }),
  );
  const words = drawn.map((all) =>
    all
      .flatMap(({ node, acts }) =>
        acts.map((each) => `${node} ${each.act} ${'only' in each ? each.only.peers : ''}`),
      )
      .join(),
  );
  return new Set(words);
}

const [GOLD, SILVER] = ['gold', 'silver'].map(manageToken) as [OperationStep, OperationStep];

describe('withKeptBack', () => {
  it('has a proxy keep certificates from a validator at times where others build on its clients', () => {
    const kept = ['v1', 'v3', 'v4'].map((name) => `p2 withhold-certificate ${name}`);
    expect(keptIn([entry('alice', GOLD), entry('bob', GOLD)])).toEqual(new Set(['', ...kept]));
  });

  it('changes nothing where nobody does, or no proxy may be Byzantine', () => {
    const honest = new Set(['']);
    expect(keptIn([entry('alice', GOLD), entry('bob', SILVER)])).toEqual(honest);
    expect(keptIn([entry('alice', GOLD), entry('carol', GOLD)])).toEqual(honest);
    const workload = [entry('alice', GOLD), entry('bob', GOLD)];
    expect(keptIn(workload, { budget: { faulty: ['v1'], correct: [] } })).toEqual(honest);
    const none = { ...SWARM.byzantine, proxies: { least: 0, greatest: 0 } };
    expect(keptIn(workload, { swarm: { ...SWARM, byzantine: none } })).toEqual(honest);
    expect(keptIn(workload, { swarm: { ...SWARM, profile: 'beyond' } })).toEqual(honest);
  });
});
