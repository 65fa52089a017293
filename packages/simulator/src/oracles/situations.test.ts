import { VALIDATOR_RULES, type ValidatorRules } from '@quorate/core';
import { factsOf, NATIVE_TOKEN_ID } from '@quorate/protocol';
import { anyTransaction } from '@quorate/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pay, scenarioOf } from '../../test/scenarios.ts';
import { runScenario } from '../run-scenario.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { createSituations, SITUATIONS, type SituationName } from './situations.ts';

const clients = { alice: { balance: 100 }, bob: {}, carol: {} };
const steady = { default: { delay: { dist: 'const', mean: '10 ms' } } };
const all = ['v1', 'v2', 'v3', 'v4'];

function rivals(first: readonly string[], second: readonly string[]): readonly object[] {
  return [
    { op: 'sign', as: 'A', to: 'bob', amount: 10, nonce: 0 },
    { op: 'sign', as: 'B', to: 'carol', amount: 10, nonce: 0 },
    { op: 'send', transaction: 'A', validators: first },
    { op: 'send', transaction: 'B', validators: second },
  ];
}

/** All that the first proxy sends to v4 comes late; the second reaches everybody at once. */
function slowTo(
  v4: readonly object[],
  then: readonly object[],
  faults: readonly object[] = [],
): Scenario {
  return scenarioOf({
    proxies: 2,
    clients: { ...clients, bob: { proxy: 'p2' } },
    steps: { alice: v4, bob: [{ op: 'wait', for: '2 s' }, ...then] },
    network: {
      ...steady,
      links: [{ from: 'p1', to: 'v4', delay: { dist: 'const', mean: '20 s' } }],
    },
    faults,
  });
}

function crashed(after: string): Scenario {
  const when = { node: 'v1', after };
  return scenarioOf({
    clients,
    steps: { alice: [pay('bob', 1)] },
    network: steady,
    faults: [{ id: 'crash', kind: 'crash', node: 'v1', when, restartAfter: '1 s' }],
  });
}

function down(restartAfter: string): object {
  return { id: 'down', kind: 'crash', node: 'v4', at: '0 ms', restartAfter };
}

const calm = scenarioOf({ clients, steps: { alice: [pay('bob', 1)] }, network: steady });
const split = scenarioOf({ clients, steps: { alice: rivals(['v1', 'v2'], ['v3', 'v4']) } });
const again = scenarioOf({
  clients,
  steps: {
    alice: [
      { op: 'sign', as: 'A', to: 'bob', amount: 10, nonce: 0 },
      { op: 'send', transaction: 'A', validators: ['v1'] },
      { op: 'wait', for: '2 s' },
      { op: 'send', transaction: 'A', validators: ['v1'] },
    ],
  },
});
const unheard = scenarioOf({
  clients,
  steps: {
    alice: [...rivals(['v1', 'v2', 'v3'], []), { op: 'wait', for: '1 s' }],
  },
  network: steady,
});
const tokens = slowTo(
  [{ op: 'create-token', as: 'gold', amount: 10, mints: ['bob'] }],
  [{ op: 'mint', token: 'gold', to: 'bob', amount: 5 }],
);

function renewal(at: string): object {
  return { id: 'renew', at, members: all, deliver: all };
}

/** The third signature is late, and the committee changes before it comes. */
const ending = scenarioOf({
  clients,
  steps: { alice: [{ op: 'wait', for: '1 s' }, pay('bob', 10)] },
  network: {
    ...steady,
    links: [3, 4].map((v) => ({
      from: 'p1',
      to: `v${v}`,
      delay: { dist: 'const', mean: '30 ms' },
    })),
  },
  changes: [renewal('1065 ms')],
});

/** A certificate of the first epoch is formed in it, and reaches nobody before the second. */
const outlived = scenarioOf({
  clients,
  steps: { alice: [{ op: 'wait', for: '1 s' }, pay('bob', 10)] },
  network: steady,
  faults: [
    {
      id: 'late',
      kind: 'clog',
      from: 'p1',
      when: { node: 'p1', after: 'certified', count: 5 },
      for: '5 s',
      direction: 'one-way',
    },
  ],
  changes: [renewal('1065 ms')],
});

const upon = scenarioOf({
  clients,
  steps: { alice: [pay('bob', 1)] },
  network: steady,
  changes: [renewal('1 s'), { id: 'again', at: '1100 ms', members: all }],
});

/** While v2 is cut off from the proxy, its committee changes; it settles the payment afterwards. */
const late = scenarioOf({
  clients,
  steps: { alice: [{ op: 'wait', for: '1 s' }, pay('bob', 10)] },
  network: {
    ...steady,
    links: [{ from: 'p1', to: 'v2', delay: { dist: 'const', mean: '100 ms' } }],
  },
  changes: [renewal('1065 ms')],
});

const frozen = scenarioOf({
  clients,
  steps: { alice: [pay('bob', 10)] },
  network: steady,
  changes: [renewal('1065 ms')],
  faults: [
    {
      id: 'crash',
      kind: 'crash',
      node: 'v1',
      when: { node: 'v1', after: 'frozen' },
      restartAfter: '1 s',
    },
  ],
});

/** Nobody but v1 keeps the first certificate of alice, which somebody looks up. */
const pruning = scenarioOf({
  clients,
  steps: {
    alice: [
      pay('bob', 1),
      pay('bob', 1),
      { op: 'wait', for: '3 s' },
      { op: 'read', certificates: 0 },
    ],
  },
  network: steady,
  prune: { olderThan: '0 s', keepPerAccount: 1, archives: ['v1'] },
});

/** Members of the next epoch hear a request soon after the change, and v1 sends with its old key. */
const afterChange = scenarioOf({
  clients,
  requestAge: '2 s',
  steps: { alice: [{ op: 'wait', for: '3 s' }, { op: 'join-committee' }] },
  network: steady,
  changes: [renewal('1 s')],
  byzantine: [
    { id: 'b', node: 'v1', acts: [{ id: 'a', act: 'take-role', role: 'sender', at: '6 s' }] },
  ],
});

/** In which run each situation occurs; `refused-after-lock` has a test of its own. */
const OCCURRENCES: Readonly<Partial<Record<SituationName, Scenario>>> = {
  'conflict-locked': scenarioOf({ clients, steps: { alice: rivals(all, all) } }),
  'both-rivals-signed': split,
  'signature-repeated': again,
  'crash-between-sign-and-answer': crashed('signed'),
  'restart-with-lock': crashed('flushed'),
  'locked-then-certified': calm,
  'certificate-before-submission': unheard,
  'rival-lock-lifted': scenarioOf({
    clients,
    steps: { alice: rivals(['v1', 'v2', 'v3'], ['v4']) },
  }),
  'duplicate-settlement': scenarioOf({
    clients,
    steps: { alice: [pay('bob', 1)] },
    network: {
      default: {
        ...steady.default,
        duplicate: { probability: 1, copies: 1, delay: { dist: 'const', mean: '1 ms' } },
      },
    },
  }),
  'catch-up': scenarioOf({
    clients,
    steps: { alice: [pay('bob', 10), { op: 'wait', for: '3 s' }, pay('bob', 10)] },
    network: steady,
    faults: [down('2900 ms')],
  }),
  'missing-dependency': tokens,
  'refused-at-epoch-end': ending,
  merged: ending,
  'change-upon-change': upon,
  'merged-lock': outlived,
  'signed-again': ending,
  'settled-across-epochs': outlived,
  'merged-contest': scenarioOf({
    clients,
    steps: { alice: [{ op: 'wait', for: '1 s' }, ...rivals(['v1', 'v2'], ['v3', 'v4'])] },
    changes: [renewal('1500 ms')],
  }),
  'late-pushed': late,
  'restart-between-epochs': frozen,
  'request-too-young': afterChange,
  'former-key-refused': afterChange,
  pruned: pruning,
  'pruned-asked-for': pruning,
  // The proxy that v4 hears first when it is back knows nothing of the credit.
  'negative-balance': slowTo([pay('bob', 50)], [pay('carol', 50)], [down('5 s')]),
};

function countOf(name: SituationName, scenario: Scenario, validatorRules?: ValidatorRules) {
  const rules = validatorRules === undefined ? {} : { validatorRules };
  const { situations } = runScenario(scenario, rules);
  return situations.find((situation) => situation.name === name)?.count;
}

describe('a situation', () => {
  it.each(Object.entries(OCCURRENCES) as [SituationName, Scenario][])(
    '%s is counted where it occurs',
    (name, scenario) => {
      expect(countOf(name, scenario)).toBeGreaterThan(0);
    },
  );

  it('evidence-kept is counted where two rivals are certified', () => {
    expect(
      countOf('evidence-kept', split, { ...VALIDATOR_RULES, quorum: () => 2 }),
    ).toBeGreaterThan(0);
    expect(countOf('evidence-kept', split)).toBe(0);
  });

  it('refused-after-lock is counted where a proxy refuses what somebody has signed', () => {
    const [transaction] = fc.sample(anyTransaction(), { numRuns: 1, seed: 1 });
    if (transaction === undefined) throw new Error('one transaction was asked for');
    const facts = factsOf(transaction);
    const signature = { validator: 'v1', isCorrect: true, facts, submitted: new Set<never>() };
    const answer = (code: 'InsufficientFunding' | 'QuorumUnreachable', isSigned: boolean) => {
      const situations = createSituations();
      if (isSigned) situations.afterSigning(signature);
      situations.answered({
        type: 'Response',
        requestId: `submit:${facts.id}:0`,
        result: {
          type: 'Rejected',
          rejection:
            code === 'QuorumUnreachable'
              ? { code, rule: 'P8', reason: 'no answer', unsettled: true, refusals: [], silent: [] }
              : {
                  code,
                  rule: 'V6',
                  operationIndex: 0,
                  tokenId: NATIVE_TOKEN_ID,
                  currentBalance: 0n,
                  required: 1n,
                },
        },
      });
      return situations.counts().find(({ name }) => name === 'refused-after-lock')?.count;
    };
    expect(answer('InsufficientFunding', true)).toBe(1);
    expect(answer('InsufficientFunding', false)).toBe(0);
    // That is no refusal: the money may still move.
    expect(answer('QuorumUnreachable', true)).toBe(0);
  });

  it('is not counted where nothing special happens', () => {
    const { situations } = runScenario(calm);
    expect(situations.map(({ name }) => name)).toEqual(Object.keys(SITUATIONS));
    const occurred = situations.filter(({ count }) => count > 0).map(({ name }) => name);
    expect(occurred).toEqual(['locked-then-certified']);
  });
});
