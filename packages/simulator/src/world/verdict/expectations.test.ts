import { describe, expect, it } from 'vitest';
import { pay, scenarioOf } from '../../../test/scenarios.ts';
import { runScenario } from '../../run-scenario.ts';

const clients = { alice: { balance: 100 }, bob: {} };
const steady = { default: { delay: { dist: 'const', mean: '10 ms' } } };

function unmet(expectations: object, steps: readonly object[] = [pay('bob', 1), pay('bob', 2)]) {
  const scenario = scenarioOf({
    clients,
    steps: { alice: steps },
    network: steady,
    expect: expectations,
  });
  return runScenario(scenario).failedExpectations;
}

describe('expect.sometimes', () => {
  it('is met by what occurred', () => {
    expect(unmet({ sometimes: ['locked-then-certified'] })).toEqual([]);
  });

  it('names each situation that never occurred', () => {
    const sometimes = ['negative-balance', 'locked-then-certified', 'evidence-kept'];
    expect(unmet({ sometimes })).toEqual(
      ['negative-balance', 'evidence-kept'].map((name) => ({
        expectation: `sometimes.${name}`,
        expected: 'at least once',
        actual: 'never',
      })),
    );
  });
});

describe('expect.tokens', () => {
  it('reports a token that no client was told of as absent, whatever is expected of it', () => {
    const { failedExpectations } = runScenario(
      scenarioOf({
        proxies: 2,
        clients: { alice: { balance: 100, proxy: 'p2' }, bob: {} },
        steps: {
          alice: [
            { op: 'create-token', as: 'gold', name: 'Gold', decimals: 0, amount: 9, mints: [] },
          ],
        },
        byzantine: [
          { id: 'mute', node: 'p2', acts: [{ id: 'm', act: 'drop', kinds: ['answer'] }] },
        ],
        expect: { tokens: { gold: { holders: { alice: 0 } } } },
      }),
    );
    expect(failedExpectations).toEqual(
      ['v1', 'v2', 'v3', 'v4'].map((name) => ({
        expectation: `tokens.gold.holders.alice at ${name}`,
        expected: '0',
        actual: 'nothing',
      })),
    );
  });
});

describe('expect.states', () => {
  it('tells a text from the same text behind a byte order mark', () => {
    const set = [{ op: 'set-state', key: 'door', to: '0xefbbbf6f70656e' }];
    expect(unmet({ states: { alice: { door: '0xefbbbf6f70656e' } } }, set)).toEqual([]);
    expect(unmet({ states: { alice: { door: 'open' } } }, set)[0]).toEqual({
      expectation: 'states.alice.door at v1',
      expected: 'open',
      actual: '0xefbbbf6f70656e',
    });
  });
});

describe('expect.thresholds', () => {
  const signatures = 'signatures-per-transaction';

  it('are met at the exact cost and not below it', () => {
    expect(unmet({ thresholds: [{ metric: signatures, max: 5 }] })).toEqual([]);
    expect(unmet({ thresholds: [{ metric: signatures, max: 4.5 }] })).toEqual([
      {
        expectation: 'thresholds[0]',
        expected: 'at most 4.5 signatures-per-transaction',
        actual: '5 signatures-per-transaction',
      },
    ]);
  });

  it.each([
    ['in the committee', ['v1', 'v2', 'v3', 'v4'], []],
    ['yet', ['v1', 'v2', 'v5', 'v6'], [{ id: 'change', at: '5 s' }]],
  ])('do not count a validator for that quorum that has no seat %s', (_, members, changes) => {
    const { failedExpectations, certificates, validators } = runScenario(
      scenarioOf({
        candidates: 2,
        clients,
        steps: {
          alice: [
            { op: 'sign', as: 'A', to: 'bob', amount: 1 },
            { op: 'send', transaction: 'A', validators: ['v1', 'v2', 'v3', 'v4'] },
          ],
        },
        changes: changes.map((change) => ({ ...change, members })),
        network: {
          ...steady,
          links: ['v2', 'v3', 'v4'].map((to) => ({
            from: 'alice',
            to,
            delay: { dist: 'const', mean: '1 s' },
          })),
        },
        expect: { thresholds: [{ metric: 'finality-time', max: '1100 ms' }] },
      }),
    );
    const paid = certificates.filter(({ client }) => client === 'alice');
    // To two more members and back, then the certificate to the second and third of them.
    expect(paid.map(({ finalAt }) => finalAt)).toEqual([2_010_000_000n]);
    expect(failedExpectations.map(({ actual }) => actual)).toEqual(['2.01 s']);
    expect(validators.filter(({ seat }) => seat).map(({ name }) => name)).toEqual(members);
  });

  it('bound the time until a quorum has settled, exactly', () => {
    // Six messages one after the other: to the proxy, check, answer, sign, signature, certificate.
    const within = (max: string) => unmet({ thresholds: [{ metric: 'finality-time', max }] });
    expect(within('60 ms')).toEqual([]);
    expect(within('59 ms')).toEqual([
      {
        expectation: 'thresholds[0].max',
        expected: 'finality-time at most 59 ms',
        actual: '60 ms',
      },
    ]);
  });

  it('are not met where nothing has settled', () => {
    const thresholds = [{ metric: 'messages-per-transaction', max: 1_000_000 }];
    expect(unmet({ thresholds }, [pay('bob', 101)])).toEqual([
      { expectation: 'thresholds[0]', expected: 'a transaction to measure', actual: 'none' },
    ]);
  });
});

describe('what is expected of ledgers', () => {
  const wrong = {
    balances: { alice: 1 },
    tokens: { gold: { supply: 77 } },
    states: { bob: { never: 'set' } },
  };

  it('is not met where no correct member is up to look at', () => {
    const down = scenarioOf({
      clients,
      validators: 1,
      steps: { alice: [pay('bob', 1), { op: 'create-token', as: 'gold', amount: 5 }] },
      network: steady,
      faults: [{ id: 'down', kind: 'crash', node: 'v1', at: '3 s' }],
      expect: wrong,
    });
    const { failedExpectations } = runScenario(down);
    expect(failedExpectations.map(({ expectation }) => expectation)).toEqual([
      'balances.alice',
      'tokens.gold.supply',
      'states.bob.never',
    ]);
    for (const { actual } of failedExpectations)
      expect(actual).toBe('no correct member that is up');
  });
});

describe('an expected state', () => {
  it('is shown beside what is there as files write both', () => {
    const set = (key: string, to: string) => ({ op: 'set-state', key, to });
    const run = scenarioOf({
      clients,
      validators: 1,
      steps: { alice: [set('colour', 'red'), set('code', '0x01')] },
      network: steady,
      expect: { states: { alice: { colour: 'blue', code: '0x02', size: 'big' } } },
    });
    expect(runScenario(run).failedExpectations).toEqual([
      { expectation: 'states.alice.colour at v1', expected: 'blue', actual: 'red' },
      { expectation: 'states.alice.code at v1', expected: '0x02', actual: '0x01' },
      { expectation: 'states.alice.size at v1', expected: 'big', actual: 'nothing' },
    ]);
  });
});

describe('what a step must end with', () => {
  const refused = { outcome: 'refused', code: 'InsufficientFunding' };
  const lost = (steps: readonly object[], faults: readonly object[]) =>
    runScenario(scenarioOf({ clients, steps: { alice: steps }, network: steady, faults }))
      .failedExpectations;

  it('is not met by a step that has not begun', () => {
    const steps = [
      pay('bob', 1),
      { op: 'wait', for: '5 s' },
      pay('bob', 1),
      { ...pay('bob', 1), ...refused },
    ];
    const faults = [{ id: 'down', kind: 'crash', node: 'alice', at: '3 s' }];
    const actual = 'a step that has not begun';
    expect(lost(steps, faults)).toEqual([
      { expectation: 'workload.of-alice.steps[3].outcome', expected: 'refused', actual },
      { expectation: 'workload.of-alice.steps[3].code', expected: 'InsufficientFunding', actual },
    ]);
  });

  it('is not met by a step that has no answer', () => {
    const faults = [{ id: 'down', kind: 'crash', node: 'p1', at: '0 s' }];
    const [first, second] = lost(
      [
        { ...pay('bob', 1), outcome: 'final' },
        { ...pay('bob', 1), ...refused },
      ],
      faults,
    );
    expect(first).toMatchObject({
      expectation: 'workload.of-alice.steps[0].outcome',
      expected: 'final',
    });
    expect(second).toMatchObject({ expectation: 'workload.of-alice.steps[1].outcome' });
  });
});
