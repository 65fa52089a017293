import { faultyMax } from '@quorate/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CLIENT_ACTS, PROXY_ACTS, VALIDATOR_ACTS } from '../scenario/byzantine/byzantine.ts';
import { byzantineNodes } from '../scenario/byzantine/byzantine-nodes.ts';
import { printScenario } from '../scenario/print/print-scenario.ts';
import { loadScenario } from '../scenario/read/load.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { operationsIn } from '../scenario/steps/operations-in.ts';
import {
  DEFAULT_SWARM,
  type FaultClass,
  type NetworkClass,
  type Profile,
} from '../scenario/swarm/swarm.ts';
import { drawScenario } from './draw-scenario.ts';

const CLUSTER = {
  validators: 4,
  proxies: 2,
  clients: { alice: { balance: 1000 }, bob: { balance: 100 }, carol: {} },
  accounts: { treasury: { signers: ['alice', 'bob'], quorum: 2, balance: 10 } },
};

const CLUSTER_NAMES = { validators: ['v1', 'v2', 'v3', 'v4'], proxies: ['p1', 'p2'] };

/** A scenario that leaves everything to the seed but what is given. */
function base(swarm: object, rest: object = {}): Scenario {
  const file = { version: 1, name: 'base', cluster: CLUSTER, workload: [], swarm, ...rest };
  return loadScenario(JSON.stringify(file), 'base');
}

const ANY = base({});
const seeds = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });
const NONE = [0, 0];

/** Faults that are drawn on request only. */
const OF_DISKS = { 'bit-rot': [1, 2], 'full-disk': [1, 2] };
const ANY_WITH_DISKS = base({ faults: OF_DISKS });

describe('drawScenario', () => {
  it('makes of each seed one scenario, without anything left to draw', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const drawn = drawScenario(ANY, seed);
        expect(drawn.swarm).toBeUndefined();
        expect(drawn.seed).toBe(seed);
        expect(drawScenario(ANY, seed)).toEqual(drawn);
        expect(drawScenario(drawn)).toEqual(drawn);
      }),
    );
  });

  it('makes what a file can state, and is read back from it', () => {
    const profile = fc.constantFrom<Profile>('safe', 'beyond', 'none');
    const odds = fc.constantFrom(0, 0.5, 1);
    fc.assert(
      fc.property(seeds, profile, odds, (seed, budget, likely) => {
        const drawn = drawScenario(base({ profile: budget, odds: likely }), seed);
        expect(loadScenario(printScenario(drawn), 'drawn')).toEqual(drawn);
      }),
    );
  });

  it('keeps a scenario without a swarm as it is, but for the seed', () => {
    const { swarm: _, ...rest } = ANY;
    const plain = { ...rest, swarm: undefined };
    expect(drawScenario(plain, 9n)).toEqual({ ...plain, seed: 9n });
  });

  it('keeps what the scenario states itself', () => {
    const fault = { id: 'own', kind: 'pause', node: 'v1', at: '1 s', for: '1 s' };
    const entry = { id: 'own', client: 'bob', steps: [{ op: 'wait', for: '1 s' }] };
    const liar = { id: 'liar', node: 'v2', acts: [{ id: 'act', act: 'forge' }] };
    const given = base({}, { faults: [fault], workload: [entry], byzantine: [liar] });
    fc.assert(
      fc.property(seeds, (seed) => {
        const drawn = drawScenario(given, seed);
        expect(drawn.faults[0]).toEqual(given.faults[0]);
        expect(drawn.byzantine[0]).toEqual(given.byzantine[0]);
        expect(drawn.workload.filter(({ client }) => client === 'bob')).toEqual(given.workload);
        expect(budgetOf(drawn)).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('gives nothing an id that the scenario states itself', () => {
    const fault = { id: 'crash-1', kind: 'pause', node: 'v1', at: '1 s', for: '1 s' };
    const entry = { id: 'of-alice', client: 'bob', steps: [{ op: 'wait', for: '1 s' }] };
    const liar = { id: 'byzantine-v3', node: 'v2', acts: [{ id: 'byzantine-v3-1', act: 'forge' }] };
    const stated = { faults: [fault], workload: [entry], byzantine: [liar] };
    const given = base({ odds: 1, profile: 'beyond', faults: { crash: [1, 1] } }, stated);
    const ids = [1n, 2n, 3n].flatMap((seed) => {
      const drawn = drawScenario(given, seed);
      expect(loadScenario(printScenario(drawn), 'drawn')).toEqual(drawn);
      return drawn.faults.map(({ id }) => id);
    });
    expect(ids).toContain('drawn-crash-1');
  });

  it('depends on the seed', () => {
    const drawn = samples(50).map((scenario) => printScenario({ ...scenario, seed: 1n }));
    expect(new Set(drawn).size).toBe(50);
  });
});

describe('the budget', () => {
  const sizes = fc.integer({ min: 1, max: 13 });
  const drawn = (profile: Profile, validators: number, seed: bigint) =>
    drawScenario(base({ profile, odds: 1 }, { cluster: { ...CLUSTER, validators } }), seed);

  it('has at most f validators lie or forget in safe profiles', () => {
    fc.assert(
      fc.property(seeds, sizes, (seed, count) => {
        expect(budgetOf(drawn('safe', count, seed))).toBeLessThanOrEqual(faultyMax(count));
      }),
    );
  });

  it('has more than f lie beyond, and a client that equivocates', () => {
    fc.assert(
      fc.property(seeds, sizes, (seed, count) => {
        const scenario = drawn('beyond', count, seed);
        expect(budgetOf(scenario)).toBeGreaterThan(faultyMax(count));
        expect(actsOf(scenario)).toContain('equivocate');
        expect(scenario.expect.verdict).toBe('any');
      }),
    );
  });

  it('has no validator lie or forget where there is none', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        expect(budgetOf(drawn('none', 4, seed))).toBe(0);
      }),
    );
  });
});

describe('classes', () => {
  const faults = Object.keys(DEFAULT_SWARM.faults) as FaultClass[];
  const features = Object.keys(DEFAULT_SWARM.network) as NetworkClass[];

  it.each(faults)('shift nothing when the class %s is off', (kind) => {
    const without = base({ faults: { ...OF_DISKS, [kind]: NONE } });
    fc.assert(
      fc.property(seeds, (seed) => {
        const full = drawScenario(ANY_WITH_DISKS, seed);
        const rest = full.faults.filter((fault) => fault.kind !== kind);
        expect(drawScenario(without, seed)).toEqual({ ...full, faults: rest });
      }),
      { numRuns: 30 },
    );
  });

  it.each(features)('shift nothing when links do no %s', (name) => {
    const without = base({ network: { [name]: NONE } });
    fc.assert(
      fc.property(seeds, (seed) => {
        const { drop, [name]: off, burst, ...link } = drawScenario(ANY, seed).network.default;
        const { default: given, ...network } = drawScenario(without, seed).network;
        const rest = name === 'drop' ? { ...link, drop: 0 } : { ...link, drop, burst };
        expect(given).toEqual(rest);
        expect(network.schedule).toEqual(drawScenario(ANY, seed).network.schedule);
      }),
      { numRuns: 30 },
    );
  });

  it.each([
    ['validators', CLUSTER_NAMES.validators],
    ['proxies', CLUSTER_NAMES.proxies],
  ])('shift nothing when no %s lie', (role, names) => {
    const without = base({ byzantine: { [role]: NONE } });
    fc.assert(
      fc.property(seeds, (seed) => {
        const full = drawScenario(ANY, seed);
        const rest = full.byzantine.filter(({ node }) => !names.includes(node));
        expect(drawScenario(without, seed)).toEqual({ ...full, byzantine: rest });
      }),
      { numRuns: 30 },
    );
  });

  it('all occur, and all acts, over some hundred seeds', () => {
    const drawn = samples(400);
    const kindsOf = (each: Scenario) => each.faults.map(({ kind }) => kind);
    const kinds = new Set(drawn.flatMap(kindsOf));
    expect(kinds).toEqual(new Set(faults.filter((kind) => !(kind in OF_DISKS))));
    const onDisks = new Set(samples(10, ANY_WITH_DISKS).flatMap(kindsOf));
    for (const kind of Object.keys(OF_DISKS)) expect(onDisks).toContain(kind);
    const links = drawn.flatMap((scenario) => Object.keys(scenario.network.default));
    expect(new Set(links)).toEqual(new Set([...features, 'delay', 'burst']));
    const members = CLUSTER_NAMES.validators;
    const changes = [{ id: 'renew', at: '1 s', members }];
    const acts = new Set([...drawn, ...samples(100, base({}, { changes }))].flatMap(actsOf));
    expect(acts).toEqual(new Set([...VALIDATOR_ACTS, ...PROXY_ACTS, ...CLIENT_ACTS]));
    const operations = drawn.flatMap(({ workload }) =>
      workload.flatMap(({ steps }) => steps.flatMap(operationsIn)),
    );
    // Every step that is an operation of the ledger: docs/scenarios.md, `workload`.
    expect(new Set(operations.map(({ op }) => op)).size).toBe(16);
  });

  it('take no part where the odds are 0', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const { faults: drawn, byzantine, network } = drawScenario(base({ odds: 0 }), seed);
        expect({ drawn, byzantine }).toEqual({ drawn: [], byzantine: [] });
        expect(network.default).toEqual(ANY.network.default);
      }),
    );
  });
});

function samples(count: number, of = ANY): readonly Scenario[] {
  return Array.from({ length: count }, (_, index) => drawScenario(of, BigInt(index)));
}

/** Counts the validators that are Byzantine or forget. */
function budgetOf(scenario: Scenario): number {
  const liars = [...byzantineNodes(scenario)];
  const forgetful = scenario.faults.flatMap((fault) =>
    fault.kind === 'amnesia' ? [fault.node] : [],
  );
  const lost = new Set([...liars, ...forgetful]);
  return scenario.cluster.validators.filter((name) => lost.has(name)).length;
}

function actsOf({ byzantine }: Scenario): readonly string[] {
  return byzantine.flatMap(({ acts }) => acts.map(({ act }) => act));
}
