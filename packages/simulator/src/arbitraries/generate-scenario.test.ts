import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { faultyMax } from '../quorums.ts';
import { runScenario } from '../run-scenario.ts';
import { plannedCommittees } from '../scenario/cluster/committees.ts';
import { printScenario } from '../scenario/print/print-scenario.ts';
import { loadScenario } from '../scenario/read/load.ts';
import { operationsIn } from '../scenario/steps/operations-in.ts';
import { PROFILES } from '../scenario/swarm/swarm.ts';
import { generateScenario } from './generate-scenario.ts';
import { DEFAULT_SPACE } from './scenario-space.ts';

const seeds = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });
const spaces = fc
  .record({ profile: fc.constantFrom(...PROFILES), odds: fc.constantFrom(0, 0.5, 1) })
  .map((given) => ({ ...DEFAULT_SPACE, ...given }));

describe('generateScenario', () => {
  it('makes one scenario of each seed, which a file can state', () => {
    fc.assert(
      fc.property(spaces, seeds, (space, seed) => {
        const scenario = generateScenario(space, seed);
        expect(scenario.swarm).toBeUndefined();
        expect(generateScenario(space, seed)).toEqual(scenario);
        expect(loadScenario(printScenario(scenario), 'generated')).toEqual(scenario);
      }),
    );
  });

  it('has enough members of every committee keep all certificates that one of them is correct', () => {
    const space = { ...DEFAULT_SPACE, changes: { least: 1, greatest: 3 } };
    let pruned = 0;
    for (let seed = 0n; seed < 300n; seed += 1n) {
      const scenario = generateScenario(space, seed);
      const { prune } = scenario.cluster;
      if (prune === undefined) continue;
      pruned += 1;
      for (const members of plannedCommittees(scenario)) {
        const archives = members.filter((name) => prune.archives.includes(name));
        expect(archives.length).toBeGreaterThan(faultyMax(members.length));
      }
    }
    expect(pruned).toBeGreaterThan(0);
  });

  it('lets nothing go wrong where its odds are 0, not even by a siege of a proxy', () => {
    const space = { ...DEFAULT_SPACE, profile: 'none', odds: 0 } as const;
    for (let seed = 0n; seed < 200n; seed += 1n) {
      const { faults, byzantine } = generateScenario(space, seed);
      expect({ seed, faults, byzantine }).toEqual({ seed, faults: [], byzantine: [] });
    }
  });

  it('has honest clients do nothing that has a weight of 0', () => {
    const operations = { ...DEFAULT_SPACE.operations, token: 0, state: 0, escrow: 0, claim: 0 };
    const payments = { ...operations, committee: 0, batch: 0, shared: 0 };
    const done = new Set<string>();
    for (let seed = 0n; seed < 100n; seed += 1n) {
      const { workload } = generateScenario({ ...DEFAULT_SPACE, operations: payments }, seed);
      const steps = workload.flatMap((entry) => entry.steps);
      for (const { op } of steps.flatMap(operationsIn)) done.add(op);
    }
    expect(done).toEqual(new Set(['pay']));
  });

  it.each([
    ['committee', ['join-committee', 'leave-committee']],
    ['token', ['create-token', 'manage-token', 'mint', 'burn']],
    ['state', ['set-state', 'update-state', 'reset-state']],
    ['escrow', ['escrow-terms', 'escrow-job', 'escrow-submit', 'escrow-complete']],
    ['claim', ['claim']],
  ] as const)(
    'has clients do nothing of the kind %s if it alone has a weight of 0',
    (kind, ops) => {
      const operations = { ...DEFAULT_SPACE.operations, batch: 0, shared: 0, [kind]: 0 };
      const scenarios = Array.from({ length: 60 }, (_, seed) =>
        generateScenario({ ...DEFAULT_SPACE, operations }, BigInt(seed)),
      );
      const steps = scenarios.flatMap(({ workload }) => workload.flatMap((entry) => entry.steps));
      const done = new Set<string>(steps.flatMap(operationsIn).map(({ op }) => op));
      expect(done).toContain('pay');
      expect(ops.filter((op) => done.has(op))).toEqual([]);
    },
  );

  it('has nobody pay native tokens if payments have a weight of 0, not even a crowd', () => {
    const operations = { ...DEFAULT_SPACE.operations, batch: 0, shared: 0, pay: 0 };
    const space = { ...DEFAULT_SPACE, operations, changes: { least: 1, greatest: 2 } };
    for (let seed = 0n; seed < 200n; seed += 1n) {
      const { workload } = generateScenario(space, seed);
      const done = workload.flatMap(({ steps }) => steps.flatMap(operationsIn));
      const paid = done.filter((each) => each.op === 'pay' && each.token === undefined);
      expect({ seed, paid }).toEqual({ seed, paid: [] });
    }
  });

  it('makes no multisig account twice, however few clients there are', () => {
    const accounts = { least: 5, greatest: 5 };
    for (let seed = 0n; seed < 20n; seed += 1n) {
      const scenario = generateScenario({ ...DEFAULT_SPACE, accounts }, seed);
      expect(scenario.cluster.accounts).toHaveLength(5);
      expect(loadScenario(printScenario(scenario), 'generated')).toEqual(scenario);
    }
  });

  it('makes as many clients as are asked for, each with a name of its own', () => {
    for (const seed of [1n, 2n, 3n]) {
      const clients = { least: 6, greatest: 8 };
      const scenario = generateScenario({ ...DEFAULT_SPACE, clients }, seed);
      const names = scenario.cluster.clients.map(({ name }) => name);
      expect(names.slice(0, 6)).toEqual(['alice', 'bob', 'carol', 'dave', 'client5', 'client6']);
      expect(names.length).toBeLessThanOrEqual(10);
      expect(loadScenario(printScenario(scenario), 'generated')).toEqual(scenario);
      expect(runScenario(scenario, { crypto: 'stub' }).verdict).toBe('pass');
    }
  });

  // With this seed bob waits for carol, who waits for alice, whose proxy is down.
  it('leaves clients that wait for one another the time to give up, one after the other', () => {
    const scenario = generateScenario(DEFAULT_SPACE, 0x4c5129n);
    const { verdict, virtualNanos } = runScenario(scenario, { crypto: 'stub' });
    expect(verdict).toBe('pass');
    expect(virtualNanos).toBeGreaterThan(360_000_000_000n);
  });
});
