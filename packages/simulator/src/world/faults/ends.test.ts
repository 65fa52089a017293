import { describe, expect, it } from 'vitest';
import { pay, scenarioOf } from '../../../test/scenarios.ts';
import { runScenario } from '../../run-scenario.ts';

/** Alice pays twice; but for the fault v1 would settle both before v2 does. */
function trial(fault: object, count: number, at = '0 ms') {
  const delay = (mean: string) => ({ delay: { dist: 'const', mean } });
  const { certificates, validators, verdict } = runScenario(
    scenarioOf({
      clients: { alice: { balance: 100 }, bob: {} },
      steps: { alice: [pay('bob', 10), { op: 'wait', for: '1 s' }, pay('bob', 20)] },
      network: { default: delay('10 ms'), links: [{ from: 'p1', to: 'v1', ...delay('5 ms') }] },
      faults: [{ id: 'f', ...fault, at, until: { node: 'v2', after: 'settled', count } }],
    }),
  );
  const times = certificates.map(({ settledAt }) => settledAt);
  return { times, status: validators[0]?.status, verdict };
}

describe('the end of a fault at a point of the protocol', () => {
  it.each([
    { kind: 'clog', from: 'p1', to: 'v1' },
    { kind: 'cut', from: 'v1' },
    { kind: 'degrade', to: 'v1', link: { drop: 1 } },
    { kind: 'pause', node: 'v1' },
    { kind: 'crash', node: 'v1' },
    { kind: 'amnesia', node: 'v1', age: '0 ms' },
    { kind: 'full-disk', node: 'v1' },
  ])('comes once it is reached: %o', (fault) => {
    for (const count of [1, 2]) {
      const { times, status, verdict } = trial(fault, count);
      expect([status, verdict]).toEqual(['active', 'pass']);
      const end = times[count - 1]?.['v2'] ?? 0n;
      expect(times[0]?.['v1']).toBeGreaterThanOrEqual(end);
      expect(end).toBeGreaterThan(0n);
    }
  });

  it('counts from when the fault began', () => {
    const [first, second] = trial({ kind: 'pause', node: 'v1' }, 1, '500 ms').times;
    expect(first?.['v1']).toBeLessThan(first?.['v2'] ?? 0n);
    expect(second?.['v1']).toBe(second?.['v2']);
  });

  it('leaves a node down that waits for what never comes', () => {
    expect(trial({ kind: 'crash', node: 'v1' }, 3).status).toBe('crashed');
  });
});
