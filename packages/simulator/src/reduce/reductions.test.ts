import { faultyMax } from '@quorate/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyScenario } from '../../test/any-scenario.ts';
import { scenarioOf } from '../../test/scenarios.ts';
import { byzantineNodes } from '../scenario/byzantine/byzantine-nodes.ts';
import { everyValidator, plannedCommittees } from '../scenario/cluster/committees.ts';
import { amnesiacNodes } from '../scenario/faults/amnesiac-nodes.ts';
import { printScenario } from '../scenario/print/print-scenario.ts';
import { loadScenario } from '../scenario/read/load.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { smallerThan } from './measure.ts';
import { type ReductionAxis, reductions, reductionsAlong } from './reductions.ts';
import { sizeOfScenario } from './scenario-size.ts';

/** Any scenario of which nothing is left to draw. */
const anyConcrete = anyScenario.map((scenario): Scenario => ({ ...scenario, swarm: undefined }));

/** All reductions would be hundreds, so this gives every `STEP`th, from `first` on. */
function someOf(scenario: Scenario, first: number): readonly Scenario[] {
  return [...reductions(scenario)].filter((_, index) => index % STEP === first);
}

/** Gives the reduction at a place; undefined where there are no more than that. */
function reductionAt(scenario: Scenario, place: number): Scenario | undefined {
  let left = place;
  for (const candidate of reductions(scenario)) {
    if (left === 0) return candidate;
    left -= 1;
  }
  return undefined;
}

const STEP = 25;
const first = fc.nat(STEP - 1);

const WILD = scenarioOf({
  validators: 7,
  proxies: 2,
  clients: { alice: { balance: 100, proxy: 'p2' }, bob: { balance: 50 }, carol: {} },
  steps: {
    alice: [
      { op: 'pay', to: 'bob', amount: 60 },
      { op: 'pay', to: 'carol', amount: 30 },
    ],
    bob: [
      { op: 'batch', steps: [{ op: 'pay', to: 'carol', amount: 1 }, { op: 'join-committee' }] },
    ],
  },
  network: {
    default: { drop: 0.1, reorder: { probability: 0.5, by: '1 s' } },
    links: [{ from: 'v1', to: '*', drop: 0.5 }],
    schedule: { kind: 'pct' },
  },
  faults: [
    { id: 'f1', kind: 'amnesia', node: 'v6', age: '1 s', at: '2 s' },
    { id: 'f2', kind: 'crash', node: 'v1', when: { node: 'v7', after: 'signed', count: 2 } },
  ],
  byzantine: [{ id: 'liar', node: 'v5', acts: [{ id: 'a1', act: 'double-sign' }] }],
  phases: { chaos: '15 s' },
  seed: 77,
});

function along(axis: ReductionAxis): readonly Scenario[] {
  return [...reductionsAlong(axis, WILD)];
}

function faulty(scenario: Scenario): readonly string[] {
  const lost = [...byzantineNodes(scenario), ...amnesiacNodes(scenario)];
  return everyValidator(scenario.cluster).filter((name) => lost.includes(name));
}

describe('reductions', () => {
  it('load as they are printed', () => {
    fc.assert(
      fc.property(anyConcrete, first, (scenario, from) => {
        for (const candidate of someOf(scenario, from)) {
          expect(loadScenario(printScenario(candidate), 'x')).toEqual(candidate);
        }
      }),
      { numRuns: 5, endOnFailure: true },
    );
  });

  it('are smaller and at most as faulty', () => {
    fc.assert(
      fc.property(anyConcrete, first, (scenario, from) => {
        const isLess = smallerThan(scenario);
        // Of a scenario that goes beyond f once its committee has changed, nothing is asked.
        const isSafe = (each: Scenario) =>
          plannedCommittees(each).every((members) => {
            const lost = members.filter((name) => faulty(each).includes(name));
            return lost.length <= faultyMax(members.length);
          });
        const wasSafe = isSafe(scenario);
        for (const candidate of reductions(scenario)) {
          expect(isLess(candidate)).toBe(true);
          if (wasSafe) expect(isSafe(candidate)).toBe(true);
        }
        for (const candidate of someOf(scenario, from)) {
          expect(smallerThan(candidate)(scenario)).toBe(false);
        }
      }),
      { numRuns: 4, endOnFailure: true },
    );
  });

  it('come to an end, whichever are taken', () => {
    fc.assert(
      fc.property(fc.infiniteStream(fc.nat(12)), (choices) => {
        let scenario = WILD;
        for (const choice of choices) {
          const candidate = reductionAt(scenario, choice);
          if (candidate === undefined) break;
          scenario = candidate;
        }
        expect(sizeOfScenario(scenario).validators).toBeLessThan(7);
      }),
      { numRuns: 5, endOnFailure: true },
    );
  });

  it('draw a scenario with a swarm before all else', () => {
    const swarm = scenarioOf({ clients: { alice: {} }, steps: {}, swarm: {} });
    const [drawn, ...others] = reductions(swarm);
    expect(drawn?.swarm).toBeUndefined();
    expect(others).toEqual([]);
  });

  it('leave out the event from which on other random draws count', () => {
    const reseed = { events: 3, seed: 2n };
    const tried = [...reductions({ ...WILD, reseed })];
    expect(tried).toContainEqual({ ...WILD, reseed: undefined });
  });

  it('forget where a scenario comes from, and end where one can be no smaller', () => {
    const provenance = { seed: '0x1', tool: '0.1.0', traceHash: '0'.repeat(64) };
    for (const candidate of reductions({ ...WILD, provenance })) {
      expect(candidate.provenance).toBeUndefined();
    }
  });
});

describe('the axes', () => {
  it('leave out acts, and try a Byzantine node as crashed and as correct', () => {
    const tried = along('acts').map(({ byzantine, faults }) => [
      byzantine.length,
      faults.map(({ id, kind }) => `${id} ${kind}`),
    ]);
    expect(tried).toContainEqual([0, ['f1 amnesia', 'f2 crash']]);
    expect(tried).toContainEqual([0, ['f1 amnesia', 'f2 crash', 'liar crash']]);
  });

  it('make the committee smaller, with no more faulty validators than it bears', () => {
    const sizes = along('committee').map((each) => each.cluster.validators.length);
    expect([...new Set(sizes)]).toEqual([1, 2, 3, 4, 5, 6]);
    for (const each of along('committee')) {
      expect(faulty(each).length).toBe(faultyMax(each.cluster.validators.length));
    }
    const [four] = along('committee').filter((each) => each.cluster.validators.length === 4);
    // v1, which crashes, stays v1, the liar becomes v3, and v7, whom the crash waits for, v4.
    expect(four?.byzantine[0]?.node).toBe('v3');
    expect(four?.faults).toEqual([
      expect.objectContaining({ node: 'v1', moment: expect.objectContaining({ node: 'v4' }) }),
    ]);
  });

  it('merge one client into another', () => {
    const [merged] = along('merged');
    expect(merged?.cluster.clients.map(({ name }) => name)).toEqual(['alice', 'bob']);
    expect(sizeOfScenario(merged ?? WILD).operations).toBe(4);
  });

  it('do not merge a client into another if something is expected of it', () => {
    const expecting = { ...WILD.expect, balances: [{ client: 'carol', balance: 1n }] };
    const heirs = [...reductionsAlong('merged', { ...WILD, expect: expecting })];
    expect(heirs.length).toBeGreaterThan(0);
    for (const { cluster, expect: kept } of heirs) {
      expect(cluster.clients.map(({ name }) => name)).toContain('carol');
      expect(kept.balances).toEqual(expecting.balances);
    }
  });

  it('let one proxy serve everybody', () => {
    for (const each of along('proxies')) {
      expect(each.cluster.proxies).toEqual(['p1']);
      expect(each.cluster.clients.map(({ proxy }) => proxy)).toEqual(['p1', 'p1', 'p1']);
    }
    expect(along('proxies').length).toBeGreaterThan(0);
  });

  it('leave out steps, and operations of a batch', () => {
    const counts = along('steps').map((each) => sizeOfScenario(each).operations);
    expect(counts[0]).toBe(0);
    expect(counts).toContain(3);
    const batches = along('steps').flatMap(({ workload }) =>
      workload.flatMap(({ client, steps }) => (client === 'bob' ? steps : [])),
    );
    expect(batches).toContainEqual(
      expect.objectContaining({ operations: [{ op: 'join-committee' }] }),
    );
  });

  it('make the network do nothing but deliver, in order', () => {
    const [plain] = along('network');
    expect(sizeOfScenario(plain ?? WILD).features).toBe(0);
    const schedules = along('network').map(({ network }) => network.schedule);
    expect(schedules).toEqual(expect.arrayContaining(['fifo', 'random']));
  });

  it('leave out whatever is expected, by itself', () => {
    const scenario = scenarioOf({
      clients: { alice: {}, bob: {} },
      steps: { alice: [{ op: 'create-token', as: 'gold', amount: 2 }] },
      expect: {
        tokens: { gold: { supply: 2, holders: { alice: 2, bob: 0 } } },
        states: { alice: { head: 'a', tail: 'b' } },
        thresholds: [{ metric: 'finality-time', p50: '1 s', max: '2 s' }],
      },
    });
    const left = [...reductionsAlong('frame', scenario)].map((each) => each.expect);
    const [gold] = scenario.expect.tokens;
    for (const fewer of [
      { tokens: [{ ...gold, supply: undefined }] },
      { tokens: [{ ...gold, holders: [] }] },
      { tokens: [{ ...gold, holders: gold?.holders.slice(1) }] },
      { states: scenario.expect.states.slice(1) },
      { thresholds: [{ metric: 'finality-time', bounds: { p50: 1_000_000_000n } }] },
    ]) {
      expect(left).toContainEqual({ ...scenario.expect, ...fewer });
    }
  });

  it('take away phases without cutting a run short', () => {
    const [bare] = along('phases');
    expect(bare?.phases).toBeUndefined();
    expect(bare?.limits.simTime).toBe(300_000_000_000n);
    for (const { phases, limits } of along('phases').slice(1)) {
      expect(limits.simTime).toBe((phases?.chaos ?? 0n) + 300_000_000_000n);
    }
  });

  it('leave out faults, and make those that are left plainer', () => {
    const left = along('faults').map(({ faults }) => faults.map(({ id }) => id));
    for (const ids of [[], ['f1'], ['f2']]) expect(left).toContainEqual(ids);
    const kinds = along('fault-kinds').flatMap(({ faults }) => faults.map(({ kind }) => kind));
    expect(kinds).toContain('crash');
  });

  it.each([
    ['details', { kind: 'crash', node: 'v1', disk: 'torn' }, { disk: 'lose-unsynced' }],
    ['details', { kind: 'crash', node: 'v1', disk: 'keep' }, { disk: 'lose-unsynced' }],
    ['fault-kinds', { kind: 'cut', from: 'v1', direction: 'one-way' }, { direction: 'two-way' }],
    ['details', { kind: 'degrade', direction: 'one-way', link: {} }, { direction: 'two-way' }],
  ] as const)('reset %s of a fault to the default: %o', (axis, fault, usual) => {
    const faults = [{ id: 'f', at: '0 ms', ...fault }];
    const stated = scenarioOf({ clients: { alice: {} }, steps: {}, faults });
    const plainer = [...reductionsAlong(axis, stated)].flatMap((each) => each.faults);
    expect(plainer).toContainEqual({ ...stated.faults[0], ...usual });
  });

  it('keep the node that the end of a fault waits for, and try without that end', () => {
    const until = { node: 'v4', after: 'settled' };
    const held = scenarioOf({
      validators: 7,
      clients: { alice: {} },
      steps: {},
      faults: [{ id: 'f', kind: 'clog', from: 'v1', at: '0 ms', until }],
    });
    const [four] = [...reductionsAlong('committee', held)].filter(
      ({ cluster }) => cluster.validators.length === 4,
    );
    expect(four?.faults).toEqual([
      expect.objectContaining({ until: { node: 'v4', after: 'settled', count: 1 } }),
    ]);
    const plainer = [...reductionsAlong('fault-kinds', held)].flatMap(({ faults }) => faults);
    expect(plainer).toContainEqual(expect.not.objectContaining({ until: expect.anything() }));
  });

  it('leave out clients, with all that mentions them', () => {
    const left = along('clients').map(({ cluster }) => cluster.clients.map(({ name }) => name));
    expect(left.length).toBeGreaterThan(0);
    for (const names of left) expect(names.length).toBeLessThan(3);
  });

  it('leave out accounts, changes of committee, starts and details of what is left', () => {
    const rich = scenarioOf({
      candidates: 1,
      clients: { alice: { balance: 100 } },
      accounts: { joint: { signers: ['alice'], quorum: 1 } },
      steps: {},
      workload: [
        {
          id: 'late',
          client: 'alice',
          start: '1 s',
          steps: [{ op: 'pay', to: 'joint', amount: 1 }],
        },
      ],
      changes: [{ id: 'c1', at: '2 s', members: ['v1', 'v2', 'v3', 'v5'] }],
      faults: [{ id: 'cut', kind: 'cut', from: 'v1', to: ['v2', 'v3'], at: '1 s', for: '1 s' }],
      seed: 77,
    });
    const of = (axis: ReductionAxis) => [...reductionsAlong(axis, rich)];
    expect(of('accounts').map(({ cluster }) => cluster.accounts)).toContainEqual([]);
    expect(of('changes').map(({ changes }) => changes)).toContainEqual([]);
    expect(of('starts').map(({ workload }) => workload[0]?.start)).toContain(0n);
    expect(of('details').map(({ faults }) => faults[0])).toContainEqual(
      expect.objectContaining({ to: ['v2'] }),
    );
    expect(of('seed').map(({ seed }) => seed)).toContain(1n);
  });

  it('number candidates anew once only the last of them has a seat, and have a change come earlier', () => {
    const late = scenarioOf({
      candidates: 3,
      clients: { alice: {} },
      steps: {},
      network: { default: { delay: { dist: 'exp', mean: '7 ms', min: '0 ms' }, drop: 0.1 } },
      changes: [{ id: 'c1', at: { events: 40 }, members: ['v1', 'v7'] }],
    });
    const members = (axis: ReductionAxis) =>
      [...reductionsAlong(axis, late)].map(({ cluster, changes: [change] }) => [
        cluster.candidates.length,
        change?.members,
      ]);
    expect(members('changes')).toContainEqual([1, ['v1', 'v5']]);
    const moments = (axis: ReductionAxis) =>
      [...reductionsAlong(axis, late)].flatMap(({ changes }) => changes.map((each) => each.moment));
    expect(moments('changes')).toContainEqual({ kind: 'time', at: 0n });
    expect(moments('values')).toContainEqual({ kind: 'events', count: 20 });
    const links = [...reductionsAlong('delays', late)].map(({ network }) => network.default);
    expect(links).toContainEqual({ delay: { kind: 'const', mean: 7_000_000n }, drop: 0.1 });
  });

  it('make values smaller down to one less', () => {
    const amounts = along('values').flatMap(({ workload }) =>
      workload.flatMap(({ steps }) =>
        steps.flatMap((step) =>
          step.op === 'transaction'
            ? step.operations.flatMap((each) => ('amount' in each ? [each.amount] : []))
            : [],
        ),
      ),
    );
    for (const amount of [0n, 1n, 30n, 59n]) expect(amounts).toContain(amount);
  });
});
