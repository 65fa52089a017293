import { describe, expect, it } from 'vitest';
import { runScenario } from '../../run-scenario.ts';
import { generateScenario } from '../generate-scenario.ts';
import { DEFAULT_SPACE } from '../scenario-space.ts';

const COUNT = 150;
const SPACE = { ...DEFAULT_SPACE, changes: { least: 1, greatest: 2 } };

const ASKED = Array.from({ length: COUNT }, (_, seed) =>
  generateScenario(SPACE, BigInt(seed)),
).flatMap((scenario) => {
  const own = scenario.workload.find(({ client }) => client === 'grace');
  return own === undefined ? [] : [{ scenario, own }];
});

describe('an early request', () => {
  it('C2: comes in few of the runs whose committee changes, all of which let requests wait', () => {
    expect(ASKED.length).toBeGreaterThan(COUNT * 0.05);
    expect(ASKED.length).toBeLessThan(COUNT * 0.16);
    expect(ASKED.filter(({ scenario }) => scenario.cluster.requestAge === 0n)).toEqual([]);
    const none = { ...DEFAULT_SPACE, changes: { least: 0, greatest: 0 } };
    for (let seed = 0n; seed < COUNT; seed += 1n) {
      const names = generateScenario(none, seed).cluster.clients.map(({ name }) => name);
      expect(names).not.toContain('grace');
    }
  });

  it('C2: asks in a transaction of its own, or beside something else', () => {
    const asked = ASKED.flatMap(({ own }) =>
      own.steps.flatMap((step) =>
        step.op === 'transaction' ? step.operations.map(({ op }) => op).join() : [],
      ),
    );
    expect(new Set(asked)).toEqual(
      new Set([
        'join-committee',
        'pay,join-committee',
        'join-committee,pay',
        'join-committee,leave-committee',
      ]),
    );
  });

  it('C2: is refused for a while by members of the next committee, and settles', () => {
    // One of those whose request meets the change.
    const met = ASKED.find(({ scenario }) => scenario.seed === 89n);
    if (met === undefined) throw new Error('it asks early with this seed');
    const { situations, operations, verdict } = runScenario(met.scenario, { crypto: 'stub' });
    const young = situations.find(({ name }) => name === 'request-too-young');
    expect(young?.count).toBeGreaterThan(0);
    const own = operations.filter(({ client }) => client === 'grace');
    expect(own.every(({ outcome }) => outcome === 'final')).toBe(true);
    expect(verdict).toBe('pass');
  });
});
