import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pay, scenarioOf } from '../../test/scenarios.ts';
import type { RunResult } from '../run-result.ts';
import { runScenario } from '../run-scenario.ts';
import type { Scenario } from '../scenario/scenario.ts';

const CLIENTS = {
  alice: { balance: 1000 },
  bob: { balance: 500, proxy: 'p2' },
  mallory: { balance: 100, proxy: 'p2' },
};

/** Two honest clients, one at each proxy, and Mallory, who does nothing by herself. */
function scenarioWith(byzantine: readonly object[], faults: readonly object[] = []): Scenario {
  return scenarioOf({
    proxies: 2,
    clients: CLIENTS,
    steps: { alice: [pay('bob', 100), pay('bob', 1)], bob: [pay('alice', 50), pay('mallory', 5)] },
    byzantine,
    faults,
  });
}

function party(node: string, ...acts: readonly object[]): object {
  return {
    id: `b-${node}`,
    node,
    acts: acts.map((act, at) => ({ id: `b-${node}-${at}`, ...act })),
  };
}

/** Mallory signs two payments for her first nonce and hands them to all validators in turn. */
const EQUIVOCATE = {
  act: 'equivocate',
  rivals: [
    { to: 'alice', amount: 100, validators: ['v1', 'v2'] },
    { to: 'bob', amount: 100, validators: ['v3', 'v4'] },
  ],
  cross: '300 ms',
};

const VALIDATOR_ACTS: readonly object[] = [
  { act: 'twin', only: { peers: ['mallory'] } },
  { act: 'twin', only: { senders: ['bob'] } },
  { act: 'double-sign' },
  { act: 'sign-invalid' },
  { act: 'collude', with: 'mallory' },
  { act: 'withhold' },
  { act: 'withhold', kinds: ['sign'], times: 2 },
  { act: 'forge' },
  { act: 'duplicate-signer' },
  { act: 'wrong-name', as: 'v1' },
  { act: 'stale-view', requests: 3 },
  { act: 'lie', about: 'balance', by: -1000 },
  { act: 'lie', about: 'balance', by: 1000 },
  { act: 'lie', about: 'nonce', by: 3 },
  { act: 'lie', about: 'nonce', by: -1 },
  { act: 'lie', about: 'state', by: 1 },
  { act: 'ack-without-apply' },
  { act: 'selective-service', serves: { senders: ['alice'] } },
  { act: 'false-records', shows: 'nothing' },
  { act: 'false-records', shows: 'later' },
  { act: 'false-records', shows: 'others' },
  { act: 'other-certificates', shows: 'signers' },
  { act: 'other-certificates', shows: 'page' },
  { act: 'refuse', code: 'InsufficientFunding' },
  { act: 'refuse', code: 'UnexpectedNonce' },
  { act: 'refuse', code: 'MissingDependency' },
];

const PROXY_ACTS: readonly object[] = [
  { act: 'drop' },
  { act: 'drop', kinds: ['answer'], times: 1 },
  { act: 'swap', what: 'answers' },
  { act: 'swap', what: 'signatures' },
  { act: 'forge-quorum', flaw: 'too-few' },
  { act: 'forge-quorum', flaw: 'duplicate' },
  { act: 'forge-quorum', flaw: 'stranger' },
  { act: 'withhold-certificate', only: { peers: ['v1', 'v2'] } },
  { act: 'withhold-certificate', times: 3 },
  { act: 'false-refusal', code: 'InsufficientFunding' },
  { act: 'false-refusal', code: 'UnexpectedNonce', times: 1 },
  { act: 'false-refusal', code: 'QuorumUnreachable', times: 1 },
  { act: 'stale-committee', members: ['v1', 'v2', 'v3'] },
  { act: 'stale-committee', members: ['v1', 'v2'] },
];

const CLIENT_ACTS: readonly object[] = [
  EQUIVOCATE,
  { act: 'nonce-abuse', kind: 'gap', to: 'bob', amount: 1 },
  { act: 'nonce-abuse', kind: 'huge', to: 'bob', amount: 1 },
  { act: 'bad-encoding', kind: 'small-order-key', to: 'bob', amount: 1 },
  { act: 'bad-encoding', kind: 'truncated', to: 'bob', amount: 1 },
  { act: 'incomplete-certificate', flaw: 'duplicate', to: 'bob', amount: 1 },
];

const seeds = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });

function any(acts: readonly object[]): fc.Arbitrary<object[]> {
  return fc.subarray([...acts], { maxLength: 4 });
}

function name(act: object): string {
  return JSON.stringify(act);
}

/** Lists all violations of safety. */
function broken({ oracles }: RunResult): readonly string[] {
  return oracles.flatMap(({ violations }) =>
    violations.flatMap(({ kind, message }) => (kind === 'safety' ? [message] : [])),
  );
}

describe('a Byzantine party', () => {
  it('without acts is an honest one: the same trace, the same draws', () => {
    const honest = runScenario(scenarioWith([]));
    const parties = ['v4', 'p1', 'mallory'].map((node) => party(node));
    const run = runScenario(scenarioWith(parties));
    expect(run.traceHash).toBe(honest.traceHash);
    expect(run.drawHash).toBe(honest.drawHash);
  });

  it.each([
    { act: 'wrong-name', as: 'v4' },
    { act: 'lie', about: 'balance', by: 0 },
    { act: 'lie', about: 'nonce', by: 0 },
    { act: 'lie', about: 'state', by: 0 },
  ])('whose act %o tells the truth has not acted', (act) => {
    const { faults } = runScenario(scenarioWith([party('v4', act)]));
    expect(faults).toMatchObject([{ kind: act.act, at: undefined }]);
  });

  it('whose act touches nothing shifts no draw', () => {
    const honest = runScenario(scenarioWith([]));
    const idle = { act: 'forge', only: { peers: ['mallory'] } };
    const idleProxy = { act: 'drop', only: { senders: ['mallory'] } };
    const run = runScenario(scenarioWith([party('v4', idle), party('p1', idleProxy)]));
    expect(run.drawHash).toBe(honest.drawHash);
    expect(run.accounts).toEqual(honest.accounts);
  });

  it.each(VALIDATOR_ACTS.map((act) => [name(act), act] as const))(
    'as one validator of four with %s keeps no honest client from an outcome',
    (_, act) => {
      const scenario = scenarioWith([party('v4', act), party('mallory', EQUIVOCATE)]);
      for (const seed of [1n, 2n, 3n]) {
        const run = runScenario(scenario, { seed });
        expect(broken(run)).toEqual([]);
        expect(run.verdict).toBe('pass');
        expect(outcomes(run, 'alice', 'bob')).toEqual(['final', 'final']);
      }
    },
  );

  it.each(PROXY_ACTS.map((act) => [name(act), act] as const))(
    'as a proxy with %s breaks no safety and nothing for the clients of another',
    (_, act) => {
      for (const seed of [1n, 2n]) {
        const run = runScenario(scenarioWith([party('p1', act)]), { seed });
        expect(broken(run)).toEqual([]);
        expect(outcomes(run, 'bob')).toEqual(['final']);
      }
    },
  );

  it.each(CLIENT_ACTS.map((act) => [name(act), act] as const))(
    'as a client with %s harms nobody else',
    (_, act) => {
      const run = runScenario(scenarioWith([party('mallory', act)]));
      expect(broken(run)).toEqual([]);
      expect(run.verdict).toBe('pass');
      expect(outcomes(run, 'alice', 'bob')).toEqual(['final', 'final']);
    },
  );

  it('with any acts of one validator, a proxy and a client breaks no safety', () => {
    fc.assert(
      fc.property(
        any(VALIDATOR_ACTS),
        any(PROXY_ACTS),
        any(CLIENT_ACTS),
        seeds,
        (validator, proxy, client, seed) => {
          const parties = [
            party('v2', ...validator),
            party('p1', ...proxy),
            party('mallory', ...client),
          ];
          expect(broken(runScenario(scenarioWith(parties), { seed }))).toEqual([]);
        },
      ),
      { numRuns: 40 },
    );
  });

  it('with any acts of one validator and a client, at honest proxies, keeps nobody from an outcome', () => {
    fc.assert(
      fc.property(any(VALIDATOR_ACTS), any(CLIENT_ACTS), seeds, (validator, client, seed) => {
        const parties = [party('v3', ...validator), party('mallory', ...client)];
        const run = runScenario(scenarioWith(parties), { seed });
        expect(run.verdict).toBe('pass');
        expect(outcomes(run, 'alice', 'bob')).toEqual(['final', 'final']);
      }),
      { numRuns: 40 },
    );
  });

  it('is reported with the time when each act first took effect', () => {
    const acts = [{ act: 'forge' }, { act: 'forge', only: { peers: ['mallory'] } }];
    const stale = { act: 'stale-committee', members: ['v1', 'v2', 'v3'] };
    const late = { act: 'nonce-abuse', kind: 'gap', to: 'bob', amount: 1, at: '2 s' };
    const parties = [party('v4', ...acts), party('p1', stale), party('mallory', late)];
    const { faults } = runScenario(scenarioWith(parties));
    expect(faults).toEqual([
      { id: 'b-v4-0', kind: 'forge', at: expect.any(BigInt) },
      { id: 'b-v4-1', kind: 'forge', at: undefined },
      { id: 'b-p1-0', kind: 'stale-committee', at: expect.any(BigInt) },
      { id: 'b-mallory-0', kind: 'nonce-abuse', at: 2_000_000_000n },
    ]);
  });

  it('speaks over the links of its client', () => {
    const scenario = scenarioWith([party('mallory', EQUIVOCATE)]);
    const { network } = scenario;
    const silenced = { ...network.default, from: ['mallory'], to: ['*'], drop: 1 };
    const run = runScenario({ ...scenario, network: { ...network, links: [silenced] } });
    expect(outcomes(run, 'mallory')).toEqual(['unknown']);
    expect(outcomes(runScenario(scenario), 'mallory')).toEqual(['locked-by-own-equivocation']);
  });

  it.each(['too-few', 'duplicate', 'stranger'])(
    'forms no certificate that counts with the flaw %s',
    (flaw) => {
      const act = { act: 'incomplete-certificate', flaw, to: 'bob', amount: 1 };
      const { certificates } = runScenario(scenarioWith([party('mallory', act)]));
      expect(certificates.map(({ client }) => client)).not.toContain('mallory');
      expect(certificates).toHaveLength(4);
    },
  );

  it('gives the same run twice, through a crash of a node of two instances', () => {
    const crash = { id: 'f1', kind: 'crash', node: 'v4', at: '100 ms', restartAfter: '400 ms' };
    const parties = [
      party('v4', { act: 'twin', only: { senders: ['bob'] } }, { act: 'stale-view', requests: 1 }),
    ];
    const [first, second] = [1, 2].map(() => runScenario(scenarioWith(parties, [crash])));
    expect(first?.traceHash).toBe(second?.traceHash);
    expect(first?.verdict).toBe('pass');
  });
});

describe('f + 1 validators that collude with a client', () => {
  const colluding = ['v3', 'v4'];
  const rivals = [
    { to: 'alice', amount: 100, validators: ['v1', ...colluding] },
    { to: 'bob', amount: 100, validators: ['v2', ...colluding] },
  ];
  const mallory = party('mallory', { act: 'equivocate', rivals });

  it.each([
    ['collude', { act: 'collude', with: 'mallory' }],
    ['double-sign', { act: 'double-sign' }],
    ['twin', { act: 'twin' }],
  ])('break unique-certificate by %s', (kind, act) => {
    const [first, second] = colluding;
    // Both twins serve the second rival only.
    const acts = kind === 'twin' ? { ...act, only: { peers: ['mallory'] }, times: 1 } : act;
    const parties = [party(first ?? '', acts), party(second ?? '', acts), mallory];
    const run = runScenario(scenarioWith(parties));
    expect(run.verdict).toBe('violation:unique-certificate');
  });

  it('break nothing when one of them is honest', () => {
    const parties = [party('v4', { act: 'collude', with: 'mallory' }), mallory];
    expect(runScenario(scenarioWith(parties)).verdict).toBe('pass');
  });
});

function outcomes({ accounts }: RunResult, ...clients: readonly string[]) {
  return clients.map((client) => accounts.find((each) => each.client === client)?.outcome);
}
