import { createConditions, createRng } from '@quorate/network';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pay, scenarioOf } from '../../../test/scenarios.ts';
import { createEventQueue, fifoSchedule } from '../../event-queue.ts';
import { runScenario } from '../../run-scenario.ts';
import type { NetworkFault } from '../../scenario/faults/network-fault.ts';
import { createVirtualClock, type Fire } from '../../virtual-clock.ts';
import { createMoments } from '../moments.ts';
import { createNetworkFaults } from './network-faults.ts';

const NOW = { kind: 'time', at: 0n } as const;
const NODES = ['v1', 'v2', 'v3'] as const;

function createGround(seed: bigint) {
  const queue = createEventQueue<Fire>();
  const clock = createVirtualClock({ start: 0n, queue, policy: fifoSchedule });
  const conditions = createConditions(() => ({ delay: { kind: 'const', mean: 1n }, drop: 0.5 }));
  const marks: string[] = [];
  const trace = {
    fault: (kind: string, where: string, at: bigint) => marks.push(`${at} ${kind} ${where}`),
  };
  const moments = createMoments({ clock, start: 0n });
  const faults = createNetworkFaults({ clock, moments, rng: createRng(seed), trace, conditions });
  return { clock, conditions, marks, faults };
}

const NOBODY = () => undefined;

describe('a fault of the network', () => {
  it.each<NetworkFault>([
    { kind: 'cut', id: 'f', moment: NOW, for: 7n, from: ['v1'], to: ['p1'], direction: 'one-way' },
    { kind: 'clog', id: 'f', moment: NOW, for: 7n, from: ['v1'], to: ['p1'], direction: 'one-way' },
    {
      ...{ kind: 'degrade', id: 'f', moment: NOW, for: 7n, direction: 'one-way' },
      ...{ from: ['v1'], to: ['p1'], link: { drop: 1 } },
    },
  ])('meets only messages over its links, and while it lasts: %o', (fault) => {
    const { clock, conditions, faults } = createGround(1n);
    let met = 0;
    faults.begin(fault, () => {
      met += 1;
    });
    const send = (from: string, to: string): number => {
      met = 0;
      conditions.link(from, to);
      conditions.isCut(from, to);
      conditions.clogOf({ from, to, message: 0 });
      return met;
    };
    expect([send('p1', 'v1'), send('v2', 'p1'), send('user:v1', 'p1')]).toEqual([0, 0, 0]);
    expect(send('v1', 'p1')).toBe(1);
    clock.runNext();
    expect(send('v1', 'p1')).toBe(0);
  });

  it.each([
    ['two-way', true],
    ['one-way', false],
  ] as const)('that is %s cuts what comes back: %s', (direction, isCutBack) => {
    const { clock, conditions, faults, marks } = createGround(1n);
    faults.begin(
      {
        kind: 'cut',
        id: 'f',
        moment: NOW,
        for: 7n,
        from: ['v1', 'alice'],
        to: ['p1'],
        direction,
      },
      NOBODY,
    );
    const cuts = () => [
      conditions.isCut('v1', 'p1'),
      conditions.isCut('p1', 'v1'),
      conditions.isCut('direct:alice', 'p1'),
      conditions.isCut('user:alice', 'alice'),
      conditions.isCut('v1', 'alice'),
    ];
    expect(cuts()).toEqual([true, isCutBack, true, false, false]);
    clock.runNext();
    expect(cuts()).toEqual([false, false, false, false, false]);
    expect(marks).toEqual(['0 Cut f', '7 CutEnd f']);
  });

  it('swizzles: every node is clogged within the spread, and freed within it after the length', () => {
    const orders = new Set<string>();
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), (seed) => {
        const { clock, conditions, faults, marks } = createGround(seed);
        faults.begin(
          {
            kind: 'swizzle-clog',
            id: 's',
            moment: NOW,
            nodes: NODES,
            spread: 1_000n,
            for: 1_500n,
          },
          NOBODY,
        );
        while (clock.runNext()) {
          const isEarly = clock.now() < 1_000n;
          if (isEarly) continue;
          const clogged = NODES.filter(
            (node) => conditions.clogOf({ from: 'p1', to: node, message: 0 }) !== undefined,
          );
          if (clock.now() < 1_500n) expect(clogged).toEqual(NODES);
          if (clock.now() >= 2_500n) expect(clogged).toEqual([]);
        }
        expect(clock.now()).toBeLessThanOrEqual(2_500n);
        const words = marks.map((mark) => mark.split(' '));
        expect(words.map(([, kind]) => kind)).toEqual([
          ...NODES.map(() => 'Clog'),
          ...NODES.map(() => 'ClogEnd'),
        ]);
        orders.add(words.map(([, , where]) => where).join());
      }),
    );
    expect(orders.size).toBeGreaterThan(20);
  });

  it('ends when the run heals, and nothing of it comes later', () => {
    const fault = fc.constantFrom<NetworkFault>(
      { kind: 'clog', id: 'c', moment: NOW, for: 9n, from: ['*'], to: ['*'], direction: 'two-way' },
      { kind: 'swizzle-clog', id: 's', moment: NOW, nodes: NODES, spread: 9n, for: 9n },
    );
    fc.assert(
      fc.property(fault, fc.nat(4), (given, steps) => {
        const { clock, conditions, faults, marks } = createGround(1n);
        faults.begin(given, NOBODY);
        for (let step = 0; step < steps; step += 1) clock.runNext();
        faults.heal(new Set(['v1', 'v2']));
        const before = marks.length;
        const isOpen = () =>
          conditions.clogOf({ from: 'v1', to: 'v2', message: 0 }) === undefined &&
          conditions.link('v2', 'v1').drop === 0;
        expect(isOpen()).toBe(true);
        while (clock.runNext()) expect(isOpen()).toBe(true);
        expect(marks).toHaveLength(before);
        expect(conditions.link('v1', 'v3').drop).toBe(0.5);
      }),
    );
  });
});

const probability = fc.constantFrom(0, 0.1, 0.5);
const milliseconds = (max: number, min = 0) =>
  fc.integer({ min, max }).map((value) => `${value} ms`);
const anyDelay = fc.constantFrom(
  { dist: 'exp', mean: '50 ms' },
  { dist: 'lognormal', median: '50 ms', p99: '2 s' },
  { dist: 'pareto', min: '5 ms', alpha: 1.5 },
);
const anyLink = fc.record(
  {
    delay: anyDelay,
    drop: probability,
    burst: fc.integer({ min: 1, max: 4 }),
    dropResponses: probability,
    duplicate: fc.record({ probability, copies: fc.integer({ min: 1, max: 3 }) }),
    replay: fc.record({ probability, age: milliseconds(5_000) }, { requiredKeys: ['probability'] }),
    reorder: fc.record({ probability, by: milliseconds(500, 1) }),
    corrupt: fc.record({ probability, bits: fc.integer({ min: 1, max: 8 }) }),
  },
  { requiredKeys: [] },
);
const anyNodes = fc.oneof(
  fc.constant('*'),
  fc.subarray(['v1', 'v2', 'v3', 'v4', 'p1', 'alice', 'bob'], { minLength: 1 }),
);
const anyFault = fc.oneof(
  fc.record({
    kind: fc.constantFrom('cut', 'clog'),
    from: anyNodes,
    to: anyNodes,
    direction: fc.constantFrom('one-way', 'two-way'),
    at: milliseconds(3_000),
    for: milliseconds(5_000),
  }),
  fc.record({
    kind: fc.constant('degrade'),
    from: anyNodes,
    at: milliseconds(3_000),
    for: milliseconds(5_000),
    link: anyLink,
  }),
  fc.record({
    kind: fc.constant('swizzle-clog'),
    nodes: fc.subarray(['v1', 'v2', 'v3', 'v4'], { minLength: 1 }),
    at: milliseconds(3_000),
    spread: milliseconds(3_000),
  }),
);
const anySchedule = fc.constantFrom('fifo', 'random', { kind: 'pct', depth: 2, events: 100 });

/** Two clients that pay each other over a network in which anything may happen. */
const anyTrouble = fc
  .record({
    link: anyLink,
    schedule: anySchedule,
    faults: fc.array(anyFault, { maxLength: 3 }),
    seed: fc.nat(),
  })
  .map(({ link, schedule, faults, seed }) => {
    const scenario = scenarioOf({
      clients: { alice: { balance: 100 }, bob: { balance: 50 } },
      steps: { alice: [pay('bob', 70), pay('bob', 20)], bob: [pay('alice', 30)] },
      network: { default: link, schedule },
      faults: faults.map((fault, index) => ({ id: `f${index}`, ...fault })),
      limits: { simTime: '10 min' },
    });
    return { scenario, seed: BigInt(seed) };
  });

describe('a network in which anything may happen', () => {
  it('breaks no node and no safety invariant, and the same way every time', () => {
    fc.assert(
      fc.property(anyTrouble, ({ scenario, seed }) => {
        const result = runScenario(scenario, { seed });
        const violations = result.oracles.flatMap(({ violations }) => violations);
        expect(violations.filter(({ kind }) => kind === 'safety')).toEqual([]);
        expect(runScenario(scenario, { seed })).toEqual(result);
      }),
      { numRuns: 40 },
    );
  });

  it('gives the same run without a fault that never takes effect', () => {
    const fault = fc.constantFrom(
      { kind: 'cut' },
      { kind: 'clog', from: 'v1' },
      { kind: 'swizzle-clog', nodes: ['v1'], spread: '1 s' },
      {
        kind: 'degrade',
        link: { drop: 1, replay: { probability: 1 }, corrupt: { probability: 1 } },
      },
    );
    fc.assert(
      fc.property(fault, fc.nat(), (never, seed) => {
        const parts = {
          clients: { alice: { balance: 100 }, bob: {} },
          steps: { alice: [pay('bob', 70), pay('bob', 20)] },
        };
        const when = { node: 'v1', after: 'certified', count: 1 };
        const hashes = [[], [{ id: 'f', ...never, when }]].map((faults) => {
          const result = runScenario(scenarioOf({ ...parts, faults }), { seed: BigInt(seed) });
          return [result.traceHash, result.drawHash];
        });
        expect(hashes[1]).toEqual(hashes[0]);
      }),
      { numRuns: 20 },
    );
  });
});
