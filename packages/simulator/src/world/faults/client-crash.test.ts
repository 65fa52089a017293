import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCrashes, anyDisk } from '../../../test/node-trouble.ts';
import { pay, scenarioOf } from '../../../test/scenarios.ts';
import { runScenario } from '../../run-scenario.ts';

describe('P5 a client that crashes', () => {
  it('pays once what its user asked for once, whenever it crashes', () => {
    const draws = fc.record({ faults: anyCrashes('alice'), disk: anyDisk, seed: fc.nat() });
    fc.assert(
      fc.property(draws, ({ faults, disk, seed }) => {
        const scenario = scenarioOf({
          clients: { alice: { balance: 1_000 }, bob: {} },
          steps: { alice: [pay('bob', 1), pay('bob', 20), pay('bob', 300)] },
          faults,
          disk,
          seed,
        });
        const { verdict, accounts, operations } = runScenario(scenario);
        expect(operations.map(({ outcome }) => outcome)).toEqual(['final', 'final', 'final']);
        expect(accounts.map(({ balance }) => balance)).toEqual([679n, 321n]);
        expect(verdict).toBe('pass');
      }),
      { numRuns: 30 },
    );
  });

  it('sends its share of what an account signs, and nothing is paid twice', () => {
    const draws = fc.record({ faults: anyCrashes('alice'), disk: anyDisk, seed: fc.nat() });
    const share = (amount: number) => ({ ...pay('carol', amount), from: 'treasury' });
    fc.assert(
      fc.property(draws, (drawn) => {
        const scenario = scenarioOf({
          clients: { alice: {}, bob: {}, carol: {} },
          accounts: { treasury: { signers: ['alice', 'bob'], quorum: 2, balance: 1_000 } },
          steps: { alice: [share(21)], bob: [share(21)] },
          ...drawn,
        });
        const { verdict, accounts } = runScenario(scenario);
        expect(accounts.find(({ client }) => client === 'carol')?.balance).toBe(21n);
        expect(verdict).toBe('pass');
      }),
      { numRuns: 25 },
    );
  });
});
