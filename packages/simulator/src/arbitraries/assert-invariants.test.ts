import { inspect } from 'node:util';
import { createClientNode } from '@quorate/actors';
import { CLIENT_RULES, CLIENT_TIMINGS, VALIDATOR_RULES } from '@quorate/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { guestValidator } from '../../test/guests.ts';
import { pay, scenarioOf } from '../../test/scenarios.ts';
import { runScenario } from '../run-scenario.ts';
import type { NodeMaker } from '../world/guests/guests.ts';
import { assertInvariants, BrokenScenarioError } from './assert-invariants.ts';
import { scenarios } from './scenarios.ts';

/** Our own client, of which the run sees no more than of somebody else's. */
const client: NodeMaker = ({ transport, clock, store, proxy = '', ...seat }) => {
  const { networkId, committee } = seat.genesis;
  const node = createClientNode({
    ...seat,
    ports: { transport, clock, store },
    rules: CLIENT_RULES,
    fresh: {
      networkId,
      committees: [committee],
      proxy,
      timings: CLIENT_TIMINGS,
      nextNonce: 0n,
      inFlight: undefined,
      queue: [],
    },
    onFailure: (failure) => {
      throw failure;
    },
  });
  node.start();
  return { nextNonce: () => node.state()?.nextNonce ?? 0n };
};

const { submission } = VALIDATOR_RULES;
const forgetsLocks = { ...VALIDATOR_RULES, submission: { ...submission, V4: () => undefined } };
const committees = { validators: { least: 4, greatest: 4 } };

function brokenBy(act: () => void): BrokenScenarioError {
  try {
    act();
  } catch (error) {
    if (error instanceof BrokenScenarioError) return error;
    throw error;
  }
  throw new Error('nothing broke');
}

describe('assertInvariants', () => {
  it('finds nothing wrong with generated scenarios', () => {
    fc.assert(fc.property(scenarios(), (scenario) => assertInvariants(scenario)));
  });

  it('says what broke, how to repeat it, and in which scenario', () => {
    const transfer = [pay('bob', 1)];
    const scenario = scenarioOf({
      clients: { alice: { balance: 5 }, bob: {} },
      steps: { alice: transfer },
      expect: { balances: { bob: 2 } },
      seed: 7,
    });
    const { code, message, result } = brokenBy(() => assertInvariants(scenario));
    expect(code).toBe('BrokenScenario');
    expect(message).toContain('balances.bob at v1: expected 2, got 1');
    expect(message).toContain('seed 0x7');
    expect(message).toContain('- { op: pay, to: bob, amount: 1 }');
    expect(message).toContain('\nseed: 7\n');
    expect(result.crypto).toBe('full');
    const other = brokenBy(() => assertInvariants(scenario, { seed: 8n }));
    expect(other.message).toContain('\nseed: 8\n');
  });

  it('says which validators kept a payment from settling, and why', () => {
    const rejection = { code: 'InvalidRequest', rule: 'V1', reason: 'mine takes none' } as const;
    const refusing: NodeMaker = ({ name, transport }) => {
      transport.attach(name, (from, message) => {
        if (message.type !== 'CheckTransaction' && message.type !== 'SubmitTransaction') return;
        const result = { type: 'Rejected', rejection } as const;
        transport.send(name, from, { type: 'Response', requestId: message.requestId, result });
      });
      return undefined;
    };
    const short = scenarioOf({
      clients: { alice: { balance: 5 }, bob: {} },
      steps: { alice: [pay('bob', 1)] },
    });
    // Time enough for a client to give up.
    const scenario = { ...short, limits: { ...short.limits, simTime: 300_000_000_000n } };
    const nodes = { v2: () => undefined, v3: refusing };
    const { message } = brokenBy(() => assertInvariants(scenario, { nodes }));
    expect(message).toContain('refusals: v3 InvalidRequest (V1): mine takes none\n');
    expect(message).toContain('silent: v2\n');
  });

  it('leaves to the message what a host prints of a broken scenario', () => {
    const scenario = scenarioOf({
      clients: { bob: {} },
      steps: {},
      expect: { balances: { bob: 2 } },
    });
    const error = brokenBy(() => assertInvariants(scenario));
    expect(error.scenario.name).toBe(scenario.name);
    const below = inspect(error).replace(error.stack ?? '', '');
    expect(below).toBe(" {\n  code: 'BrokenScenario'\n}");
    expect(JSON.stringify(error)).toBe('{"code":"BrokenScenario"}');
  });

  it('finds the validator of a stranger that signs rivals (no-double-sign), and shrinks it', () => {
    const wrong = guestValidator(forgetsLocks);
    const property = fc.property(scenarios(committees), (scenario) =>
      assertInvariants(scenario, { nodes: { v1: wrong } }),
    );
    const found = fc.check(property, { numRuns: 1_000, seed: 1, endOnFailure: true });
    expect(found.failed).toBe(true);
    expect(String(found.errorInstance)).toContain('v1 signed two transactions');
    expect(String(found.errorInstance)).toContain('must hold: No correct operator has signed two');
  });

  it('finds nothing wrong with strangers who do all that the core does', () => {
    const nodes = { v2: guestValidator(VALIDATOR_RULES), alice: client };
    fc.assert(
      fc.property(scenarios(committees), (scenario) => assertInvariants(scenario, { nodes })),
      { numRuns: 60, seed: 1 },
    );
  });
});

describe('nodes of somebody else', () => {
  const scenario = scenarioOf({
    clients: { alice: { balance: 100 }, bob: {} },
    steps: {
      alice: [pay('bob', 30), pay('bob', 1)],
      bob: [{ op: 'wait', for: '3 s' }, pay('alice', 7)],
    },
    faults: [{ id: 'down', kind: 'crash', node: 'v2', at: '150 ms', restartAfter: '500 ms' }],
    expect: { balances: { alice: 76, bob: 24 }, certificates: 3 },
  });

  it('come up again from their stores after a crash, and hear nothing while they are down', () => {
    const nodes = { v2: guestValidator(VALIDATOR_RULES), alice: client };
    const starts: string[] = [];
    const counted = Object.fromEntries(
      Object.entries(nodes).map(([name, make]): [string, NodeMaker] => [
        name,
        (seat) => {
          starts.push(seat.name);
          return make(seat);
        },
      ]),
    );
    const result = runScenario(scenario, { nodes: counted });
    expect(result.verdict).toBe('pass');
    expect(result.failedExpectations).toEqual([]);
    expect(starts).toEqual(['v2', 'alice', 'v2']);
  });

  it('break the run with what they throw, and leave nobody waiting (nodes-do-not-break)', () => {
    const nodes: Record<string, NodeMaker> = {
      v3: ({ name, transport }) => {
        transport.attach(name, () => {
          throw new Error('out of order');
        });
        return undefined;
      },
    };
    const { verdict, oracles } = runScenario(scenario, { nodes });
    expect(verdict).toBe('violation:nodes-do-not-break');
    expect(oracles.flatMap(({ violations }) => violations)).toMatchObject([
      { message: 'v3 stopped: out of order' },
    ]);
  });

  it('are excused by no liars when they break (nodes-do-not-break)', () => {
    const stops: NodeMaker = () => {
      throw new Error('out of order');
    };
    const beyond = scenarioOf({ clients: {}, steps: {}, expect: { verdict: 'any' } });
    const { message } = brokenBy(() => assertInvariants(beyond, { nodes: { v3: stops } }));
    expect(message).toMatch(
      /^violation:nodes-do-not-break, expected any\n.*v3 stopped: out of order/,
    );
  });

  it('do not do what the scenario says they do wrong', () => {
    const byzantine = [{ id: 'b', node: 'v2', acts: [{ id: 'a', act: 'forge' }] }];
    const bent = scenarioOf({
      clients: { alice: { balance: 100 }, bob: {} },
      steps: { alice: [pay('bob', 30)] },
      byzantine,
    });
    const result = runScenario(bent, { nodes: { v2: guestValidator(VALIDATOR_RULES) } });
    expect(result.verdict).toBe('pass');
    expect(result.faults).toEqual([]);
  });

  it('leave no acts in the scenario that is handed back, which the core would carry out in their place', () => {
    const byzantine = [
      { id: 'b', node: 'v2', acts: [{ id: 'a', act: 'forge' }] },
      { id: 'c', node: 'v3', acts: [{ id: 'd', act: 'withhold' }] },
    ];
    const bent = scenarioOf({ clients: {}, steps: {}, byzantine });
    const stops: NodeMaker = () => {
      throw new Error('out of order');
    };
    const { message, scenario: handed } = brokenBy(() =>
      assertInvariants(bent, { nodes: { v2: stops } }),
    );
    expect(handed.byzantine.map(({ node }) => node)).toEqual(['v3']);
    expect(message).not.toContain('act: forge');
  });

  const silent: NodeMaker = () => undefined;
  const lies = [{ id: 'b', node: 'v2', acts: [{ id: 'a', act: 'withhold' }] }];
  const lieBoth = [...lies, { id: 'c', node: 'v3', acts: [{ id: 'd', act: 'withhold' }] }];
  const falls = [{ id: 'f', kind: 'crash', node: 'v2', at: '0 s' }];

  it.each([
    ['beside one other', { validators: 2 }, 'liveness'],
    ['beside two others', { validators: 3 }, 'liveness'],
    ['beside three others', { validators: 4 }, 'pass'],
    ['beside three others of whom one lies', { validators: 4, byzantine: lies }, 'liveness'],
    ['beside three others of whom one is down', { validators: 4, faults: falls }, 'liveness'],
    ['beside six others of whom one lies', { validators: 7, byzantine: lies }, 'pass'],
    ['beside six others of whom one is down', { validators: 7, faults: falls }, 'pass'],
    ['beside six others of whom two lie', { validators: 7, byzantine: lieBoth }, 'liveness'],
  ])('leave clients unserved that say nothing where no quorum is left: %s', (_, parts, verdict) => {
    const clients = { alice: { balance: 100 }, bob: {} };
    const served = scenarioOf({ clients, steps: { alice: [pay('bob', 30)] }, ...parts });
    expect(runScenario(served, { nodes: { v1: silent } }).verdict).toBe(verdict);
    expect(runScenario(served).verdict).toBe('pass');
  });
});
