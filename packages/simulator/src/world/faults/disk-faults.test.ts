import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pay, scenarioOf } from '../../../test/scenarios.ts';
import { runScenario } from '../../run-scenario.ts';
import { printScenario } from '../../scenario/print/print-scenario.ts';

const PAYMENTS = {
  clients: { alice: { balance: 1_000 }, bob: {} },
  steps: { alice: [pay('bob', 1), pay('bob', 20), pay('bob', 300)] },
  disk: { flush: { dist: 'const', mean: '2 ms' } },
};

const anyDiskFault = fc.record(
  {
    id: fc.constant('f1'),
    kind: fc.constantFrom('bit-rot', 'full-disk'),
    node: fc.constantFrom('v1', 'v2', 'p1', 'alice'),
    at: fc.nat({ max: 60 }).map((ms) => `${ms} ms`),
    for: fc.nat({ max: 5_000 }).map((ms) => `${ms} ms`),
  },
  { requiredKeys: ['id', 'kind', 'node', 'at'] },
);

/** Takes a node down and up, so that it reads all that is on its disk. */
const RESTART = {
  id: 'f2',
  kind: 'crash',
  node: 'v1',
  at: '1 s',
  disk: 'keep',
  restartAfter: '100 ms',
};

describe('V8 a disk that rots or is full', () => {
  it('loses nothing that anybody was told, and all settles once it is mended', () => {
    fc.assert(
      fc.property(anyDiskFault, fc.nat(), (fault, seed) => {
        const given = { ...fault, for: fault.for ?? '1 s' };
        const scenario = scenarioOf({ ...PAYMENTS, faults: [given], seed });
        const { verdict, accounts, operations } = runScenario(scenario);
        expect(operations.map(({ outcome }) => outcome)).toEqual(['final', 'final', 'final']);
        expect(accounts.map(({ balance }) => balance)).toEqual([679n, 321n]);
        expect(verdict).toBe('pass');
      }),
      { numRuns: 40 },
    );
  });

  it('stops a validator that reads a rotten row, and it comes back when that is mended', () => {
    const run = (seed: number, length: object) =>
      runScenario(
        scenarioOf({
          ...PAYMENTS,
          faults: [{ id: 'f1', kind: 'bit-rot', node: 'v1', at: '990 ms', ...length }, RESTART],
          seed,
        }),
      );
    const seeds = Array.from({ length: 16 }, (_, seed) => seed);
    const isDown = (seed: number) => {
      const { validators, verdict } = run(seed, {});
      expect(verdict).toBe('pass');
      return validators.some(({ status }) => status === 'failed');
    };
    const stopped = seeds.filter(isDown);
    // Which row rots is drawn, and a validator that comes up does not read certificates.
    expect(stopped.length).toBeGreaterThan(0);
    for (const seed of stopped) {
      const { verdict, validators } = run(seed, { for: '5 s' });
      expect(verdict).toBe('pass');
      expect(validators.map(({ status }) => status)).not.toContain('failed');
      expect(new Set(validators.map(({ digest }) => digest)).size).toBe(1);
    }
  });

  it('stops a validator at the first write that finds no room, with nothing answered', () => {
    const full = { id: 'f1', kind: 'full-disk', node: 'v1', at: '0 ms' };
    const { verdict, operations } = runScenario(scenarioOf({ ...PAYMENTS, faults: [full] }));
    expect(operations.map(({ outcome }) => outcome)).toEqual(['final', 'final', 'final']);
    expect(verdict).toBe('pass');
    const others = ['v2', 'v3'].map((node, index) => ({ ...full, id: `g${index}`, node }));
    const lost = runScenario(scenarioOf({ ...PAYMENTS, faults: [full, ...others] }));
    expect(lost.operations.filter(({ outcome }) => outcome === 'final')).toEqual([]);
    expect(lost.certificates).toEqual([]);
  });

  it('is printed as it is read', () => {
    const document = scenarioOf({
      ...PAYMENTS,
      faults: [
        { id: 'f1', kind: 'bit-rot', node: 'v1', at: '500 ms', for: '2 s' },
        { id: 'f2', kind: 'full-disk', node: 'p1', when: { node: 'p1', after: 'certified' } },
      ],
    });
    expect(printScenario(document)).toMatch(/kind: bit-rot[\s\S]*kind: full-disk[\s\S]*certified/);
  });
});
