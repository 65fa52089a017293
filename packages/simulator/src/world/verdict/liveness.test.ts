import { type Submission, VALIDATOR_RULES, type ValidatorRules } from '@quorate/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { violationsOf } from '../../../test/oracle-findings.ts';
import { pay, scenarioOf } from '../../../test/scenarios.ts';
import type { RunResult } from '../../run-result.ts';
import { runScenario } from '../../run-scenario.ts';

const { submission } = VALIDATOR_RULES;
const clients = { alice: { balance: 100 }, bob: { balance: 100 }, carol: {} };
const patient = { simTime: '30 min' };
const busy = {
  type: 'Rejected',
  rejection: { code: 'EpochEnding', rule: 'V4', epoch: 0 },
} as const;

function crash(node: string, at: string, restartAfter?: string): object {
  const restart = restartAfter === undefined ? {} : { restartAfter };
  return { id: `crash-${node}`, kind: 'crash', node, at, ...restart };
}

function equivocation(): readonly object[] {
  return [
    { op: 'sign', as: 'A', to: 'bob', amount: 10, nonce: 0 },
    { op: 'sign', as: 'B', to: 'carol', amount: 10, nonce: 0 },
    { op: 'send', transaction: 'A', validators: ['v1', 'v2'] },
    { op: 'send', transaction: 'B', validators: ['v3', 'v4'] },
  ];
}

function fired({ oracles }: Pick<RunResult, 'oracles'>): readonly string[] {
  return oracles.flatMap(({ name, violations }) => (violations.length > 0 ? [name] : []));
}

describe('no-honest-lock', () => {
  const scenario = scenarioOf({ clients, steps: { alice: [pay('bob', 1)] }, limits: patient });

  const validatorRules: ValidatorRules = {
    ...VALIDATOR_RULES,
    submission: {
      ...submission,
      V4: ({ account }: Submission) => (account.lock === undefined ? undefined : busy),
    },
    order: { ...VALIDATOR_RULES.order, V8: (persist) => [persist] },
  };

  it('fires when validators lock and never give their signature', () => {
    const result = runScenario(scenario, { validatorRules });
    expect(violationsOf('no-honest-lock', result)).toBeGreaterThan(0);
    // Validators refuse without cause, too, and what they do wrong is the graver finding.
    expect(result.verdict).toBe('violation:refused-for-cause');
  });

  it('fires though a fault of the network came after the last message', () => {
    const result = runScenario(
      scenarioOf({
        clients,
        steps: { alice: [pay('bob', 1)] },
        faults: [{ id: 'late', kind: 'cut', from: 'p1', to: 'v4', at: '29 min' }],
        limits: patient,
      }),
      { validatorRules },
    );
    expect(result.faults).toEqual([{ id: 'late', kind: 'cut', at: undefined }]);
    expect(violationsOf('no-honest-lock', result)).toBeGreaterThan(0);
  });

  it('is silent about correct rules', () => {
    expect(violationsOf('no-honest-lock', runScenario(scenario))).toBe(0);
  });

  it('is silent about an account of clients that is the account of a committee, too', () => {
    const result = runScenario(
      scenarioOf({
        validators: 1,
        candidates: 1,
        clients: { alice: { balance: 100, operates: 'v1' }, bob: {} },
        accounts: { shared: { signers: ['alice'], quorum: 1 } },
        steps: { alice: [pay('bob', 1)] },
        changes: [
          {
            id: 'replace',
            when: { node: 'v1', after: 'signed', count: 14 },
            members: ['v2'],
            deliver: ['v1'],
          },
        ],
      }),
    );
    const shared = result.accounts.find(({ client }) => client === 'shared');
    expect(shared?.lock).toBe('pending');
    expect(violationsOf('no-honest-lock', result)).toBe(0);
  });
});

describe('equivocator-harms-self', () => {
  const scenario = scenarioOf({
    clients,
    steps: { alice: equivocation(), bob: [{ op: 'wait', for: '2 s' }, pay('carol', 1)] },
    limits: patient,
  });

  it('fires when one locked account keeps all others waiting', () => {
    const validatorRules: ValidatorRules = {
      ...VALIDATOR_RULES,
      submission: {
        ...submission,
        V4: (subject: Submission) =>
          [...subject.state.ledger.account].some(
            ([address, { lock }]) => lock !== undefined && address !== subject.transaction.sender,
          )
            ? busy
            : submission.V4(subject),
      },
    };
    const result = runScenario(scenario, { validatorRules });
    expect(violationsOf('equivocator-harms-self', result)).toBeGreaterThan(0);
    // Validators refuse without cause, too, and what they do wrong is the graver finding.
    expect(result.verdict).toBe('violation:refused-for-cause');
  });

  it('is silent about correct rules, under which only the equivocator is locked', () => {
    const result = runScenario(scenario);
    expect(violationsOf('equivocator-harms-self', result)).toBe(0);
    expect(result.accounts[0]?.outcome).toBe('locked-by-own-equivocation');
    expect(result.accounts[1]?.outcome).toBe('final');
  });
});

describe('liveness-honest', () => {
  it('asks nothing of a client that is down for good', () => {
    const scenario = scenarioOf({
      clients,
      steps: { alice: [pay('bob', 1)], bob: [pay('carol', 1)] },
      faults: [crash('alice', '1 ms')],
      limits: patient,
    });
    const result = runScenario(scenario);
    expect(fired(result)).toEqual([]);
    expect(result.accounts[1]?.outcome).toBe('final');
  });

  it('asks nothing of clients whose proxy is down for good', () => {
    const scenario = scenarioOf({
      clients,
      steps: { alice: [pay('bob', 1)] },
      faults: [crash('p1', '1 ms')],
      limits: patient,
    });
    expect(fired(runScenario(scenario))).toEqual([]);
  });
});

describe('a client that waits for what another creates', () => {
  const steps = {
    alice: [{ op: 'create-token', as: 'gold', amount: 10 }],
    bob: [{ op: 'burn', token: 'gold', amount: 1 }],
  };

  it('is owed nothing where the other is down for good: liveness-honest', () => {
    const faults = [crash('alice', '0 ms')];
    const result = runScenario(scenarioOf({ clients, steps, faults, limits: patient }));
    expect(result.operations.filter(({ client }) => client === 'bob')).toEqual([]);
    expect(fired(result)).toEqual([]);
  });

  it('is owed an answer where the other is well', () => {
    const result = runScenario(scenarioOf({ clients, steps, limits: patient }));
    expect(result.operations.map(({ client }) => client)).toEqual(['alice', 'bob']);
    expect(fired(result)).toEqual([]);
  });
});

describe('phases', () => {
  const phases = { chaos: '20 s', heal: 'all' };

  it('demand nothing during the chaos and everything after it', () => {
    const down = ['v1', 'v2', 'v3'].map((node) => crash(node, '10 ms'));
    const scenario = scenarioOf({
      clients,
      steps: { alice: [pay('bob', 1), pay('bob', 2)] },
      faults: down,
      phases,
    });
    const result = runScenario(scenario);
    expect(fired(result)).toEqual([]);
    expect(result.validators.map(({ status }) => status)).toEqual(Array(4).fill('active'));
    expect(new Set(result.validators.map(({ settled }) => settled)).size).toBe(1);
  });

  it('heal only a quorum of correct validators where that is what the scenario says', () => {
    const down = ['v1', 'v2', 'v3', 'v4'].map((node) => crash(node, '10 ms'));
    const scenario = (seed: number) =>
      scenarioOf({
        seed,
        clients,
        steps: { alice: [{ op: 'wait', for: '30 s' }, pay('bob', 1)] },
        faults: down,
        phases: { ...phases, heal: 'quorum' },
      });
    const cores = Array.from({ length: 10 }, (_, seed) => {
      const result = runScenario(scenario(seed));
      expect(fired(result)).toEqual([]);
      expect(result.accounts[0]?.outcome).toBe('final');
      return result.validators.flatMap(({ name, status }) => (status === 'active' ? [name] : []));
    });
    expect(cores.map(({ length }) => length)).toEqual(cores.map(() => 3));
    expect(new Set(cores.map((core) => core.join())).size).toBeGreaterThan(1);
  });

  it.each([1, 2, 3, 4])('let users try again whose clients gave up, with seed %i', (seed) => {
    // Longer than a client repeats itself.
    const scenario = scenarioOf({
      seed,
      clients,
      steps: { alice: [pay('bob', 1), pay('carol', 2)], bob: [pay('alice', 3)] },
      network: { default: { drop: 0.6 } },
      faults: ['v1', 'v2', 'p1'].map((node, index) => crash(node, `${2 + 3 * index} s`)),
      phases: { chaos: '250 s', heal: 'all' },
    });
    const result = runScenario(scenario);
    expect(fired(result)).toEqual([]);
    expect(result.operations.map(({ outcome }) => outcome)).toContain('unknown');
    expect(result.accounts.map(({ lock }) => lock)).toEqual(['none', 'none', 'none']);
  });

  it('fail a core that never recovers: liveness-honest', () => {
    const scenario = scenarioOf({
      clients,
      steps: { alice: [{ op: 'wait', for: '25 s' }, pay('bob', 1)] },
      faults: [crash('v1', '1 s', '1 s')],
      phases,
    });
    const validatorRules = { ...VALIDATOR_RULES, submission: { ...submission, V4: () => busy } };
    const result = runScenario(scenario, { validatorRules });
    expect(fired(result)).toContain('liveness-honest');
  });

  it('end any chaos of lost messages and crashes in a network where all honest clients are done', () => {
    const network = fc.record({ default: fc.record({ drop: fc.constantFrom(0.1, 0.3, 0.6) }) });
    const crashes = fc
      .uniqueArray(fc.constantFrom('v1', 'v2', 'v3', 'v4', 'p1'), { maxLength: 4 })
      .chain((nodes) =>
        fc.tuple(...nodes.map((node) => fc.nat(15_000).map((at) => crash(node, `${at} ms`)))),
      );
    const heal = fc.constantFrom('all', 'quorum');
    fc.assert(
      fc.property(fc.nat(), network, crashes, heal, (seed, links, faults, who) => {
        const scenario = scenarioOf({
          seed,
          clients,
          steps: { alice: [pay('bob', 1), pay('carol', 2)], bob: [pay('alice', 3)] },
          network: links,
          faults,
          phases: { chaos: '20 s', heal: who },
        });
        const { oracles } = runScenario(scenario);
        expect(oracles.flatMap(({ violations }) => violations)).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });
});

describe('liveness-honest', () => {
  const accounts = { joint: { signers: ['alice', 'bob'], quorum: 1, balance: 10 } };
  const wishes = (ofAlice: number, ofBob: number) =>
    scenarioOf({
      clients,
      accounts,
      steps: {
        alice: [{ ...pay('carol', ofAlice), from: 'joint' }],
        bob: [{ ...pay('carol', ofBob), from: 'joint' }],
      },
      network: { default: { delay: { dist: 'const', mean: '10 ms' } } },
      limits: patient,
    });

  it('owes nothing to members who sign different transactions for one nonce', () => {
    const { accounts: held, oracles, operations } = runScenario(wishes(1, 2));
    expect(fired({ oracles })).toEqual([]);
    // Nobody can be served: that is what the oracle must not blame on anybody.
    expect(held.find(({ client }) => client === 'joint')?.lock).toBe('pending');
    expect(operations.map(({ outcome }) => outcome)).toContain('unknown');
  });

  it('owes an outcome to members that want the same', () => {
    const { oracles, operations } = runScenario(wishes(1, 1));
    expect(fired({ oracles })).toEqual([]);
    expect(operations.map(({ outcome }) => outcome)).toEqual(['final', 'final']);
  });

  it('P9: owes nothing more to a client that was told which signatures are lacking', () => {
    const result = runScenario(
      scenarioOf({
        clients,
        steps: {
          alice: [{ op: 'claim', data: '0x01', verifiers: ['bob'], signers: [] }, pay('bob', 1)],
        },
        phases: { chaos: '1 s' },
      }),
    );
    expect(result.operations.map(({ outcome }) => outcome)).toEqual(['incomplete', 'incomplete']);
    expect(fired(result)).toEqual([]);
  });

  it('owes nothing to a client whose mint the removal of its right overtook: rule D5', () => {
    const slow = { delay: { dist: 'const', mean: '200 ms' } };
    const result = runScenario(
      scenarioOf({
        clients: { alice: { proxy: 'p2' }, bob: {} },
        proxies: 2,
        network: {
          default: { delay: { dist: 'const', mean: '10 ms' } },
          links: ['v3', 'v4'].map((to) => ({ from: 'p2', to, ...slow })),
        },
        steps: {
          bob: [
            { op: 'create-token', as: 'gold', mints: ['alice'] },
            { op: 'wait', for: '250 ms' },
            { op: 'manage-token', token: 'gold', remove: ['alice'] },
          ],
          // The second answer comes, and the run ends before the third.
          alice: [
            { op: 'mint', token: 'gold', to: 'alice', amount: 1 },
            pay('bob', 1),
            pay('bob', 1),
          ],
        },
        phases: { chaos: '1 s' },
      }),
    );
    expect(result.accounts.find(({ client }) => client === 'alice')?.outcome).toBe(
      'locked-by-mint-removal',
    );
    expect(fired(result)).toEqual([]);
  });

  // Bob is refused for want of funds; then he gets some and signs something else, and a copy of his
  // very first request arrives, the original of which met a proxy that was down (docs/ledger.md,
  // "When a refusal is final").
  // Bob either hears of the refusal, or has restarted since he asked.
  it.each([
    [2, '920 ms', []],
    [128, '920 ms', []],
    [2, '1800 ms', [crash('bob', '500 ms', '600 ms')]],
    [32, '1800 ms', [crash('bob', '500 ms', '600 ms')]],
  ] as const)(
    'owes nothing to a client overtaken by an earlier request of its own, with seed %i',
    (seed, wait, faults) => {
      const copies = 1;
      const duplicate = { probability: 1, copies, delay: { dist: 'const', mean: '3 s' } };
      const delay = { dist: 'const', mean: '10 ms' };
      const result = runScenario(
        scenarioOf({
          seed,
          clients: { alice: { balance: 1 }, bob: {} },
          steps: {
            bob: [pay('alice', 1), { op: 'wait', for: wait }, pay('bob', 1)],
            alice: [{ op: 'wait', for: '2.5 s' }, pay('bob', 1)],
          },
          network: {
            default: { delay: { dist: 'uniform', min: '1 ms', max: '30 ms' } },
            links: [{ from: 'bob', to: 'p1', delay, duplicate }],
          },
          faults: [crash('p1', '0 ms', '1 s'), ...faults],
          phases: { chaos: '1.5 s', heal: 'all' },
        }),
      );
      expect(result.accounts.find(({ client }) => client === 'bob')?.lock).toBe('pending');
      expect(fired(result)).toEqual([]);
    },
  );
});

describe('a run without end', () => {
  /** The proxy tells the twin of a new member of the change, and nobody answers the twin. */
  const endless = scenarioOf({
    clients: {},
    steps: {},
    candidates: 1,
    changes: [{ id: 'change', members: ['v1', 'v2', 'v3', 'v5'], at: '1 s' }],
    byzantine: [
      { id: 'liar', node: 'v5', acts: [{ id: 'twin', act: 'twin', only: { peers: ['p1'] } }] },
    ],
    limits: { simTime: '60 min', events: 2_000 },
  });

  it('is a breach where correct nodes do the asking', () => {
    const short = { ...endless, byzantine: [], limits: { ...endless.limits, events: 50 } };
    expect(fired(runScenario(short))).toEqual(['liveness-honest']);
  });

  it('is no breach where most of what is asked comes from a liar', () => {
    const { events, oracles } = runScenario(endless);
    expect(events).toBe(2_000);
    expect(fired({ oracles })).toEqual([]);
  });
});
