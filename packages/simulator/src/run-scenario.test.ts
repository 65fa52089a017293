import { PROXY_RULES, type ProxyRules, type Submission, VALIDATOR_RULES } from '@quorate/core';
import { describe, expect, it } from 'vitest';
import { pay, scenarioOf } from '../test/scenarios.ts';
import { NODES_DO_NOT_BREAK } from './expected-verdict.ts';
import { runScenario } from './run-scenario.ts';

const clients = { alice: { balance: 100 }, bob: {}, carol: {} };

function down(node: string, restartAfter?: string): object {
  const restart = restartAfter === undefined ? {} : { restartAfter };
  return { id: `down-${node}`, kind: 'crash', node, at: '0 ms', ...restart };
}

function sign(as: string, to: string): object {
  return { op: 'sign', as, to, amount: 10, nonce: 0 };
}

function send(transaction: string, ...validators: readonly string[]): object {
  return { op: 'send', transaction, validators };
}

const all = ['v1', 'v2', 'v3', 'v4'];

/** Waits for the settlement of one validator more than there are. */
const insatiable: ProxyRules = { ...PROXY_RULES, settledEnough: (size) => size + 1 };

describe('the verdict', () => {
  it('is unknown when nothing happened that an oracle could check', () => {
    const idle = scenarioOf({ clients, steps: { alice: [{ op: 'wait', for: '1 s' }] } });
    const { verdict, oracles } = runScenario(idle);
    expect(verdict).toBe('unknown');
    expect(oracles.map(({ checks }) => checks)).toEqual(oracles.map(() => 0));
  });

  it('checks the invariants that are asked for and no others, whatever else comes out', () => {
    const scenario = scenarioOf({ clients, steps: { alice: [pay('bob', 1)] } });
    const only = ['nonce-gapless', 'supply-conserved'];
    const { oracles, traceHash } = runScenario(scenario, { watching: { only } });
    expect(oracles.slice(0, 3).map(({ name }) => name)).toEqual([...only, NODES_DO_NOT_BREAK]);
    expect(traceHash).toBe(runScenario(scenario).traceHash);
  });

  it('is liveness-honest while a client waits at the limit of virtual time', () => {
    const scenario = scenarioOf({
      clients,
      steps: { alice: [pay('bob', 1)] },
      faults: [down('v1'), down('v2')],
    });
    const result = runScenario(scenario);
    expect(result.verdict).toBe('liveness');
    expect(result.virtualNanos).toBe(scenario.limits.simTime);
    expect(result.operations).toMatchObject([{ outcome: 'unknown', reason: 'no answer' }]);
  });

  // In the first millisecond, nobody sends anything that one of these could lose or hold up.
  it.each([
    { kind: 'cut', from: 'v1', to: 'v2' },
    { kind: 'clog', from: 'v1', to: 'p1' },
    { kind: 'degrade', from: 'v1', to: 'v2', link: { drop: 1 } },
  ])('is liveness-honest whatever no message has met: %o', (fault) => {
    const unmet = { id: 'unmet', at: '0 s', for: '1 us', ...fault };
    const result = runScenario(
      scenarioOf({ clients, steps: { alice: [pay('bob', 1)] }, faults: [unmet] }),
      { proxyRules: insatiable },
    );
    expect(result.verdict).toBe('liveness');
    expect(result.faults).toEqual([{ id: 'unmet', kind: fault.kind, at: undefined }]);
  });

  it('is pass at the limit of virtual time when everybody has an answer', () => {
    // The proxy knocks at the door of the validator that is down for longer than a minute.
    const scenario = scenarioOf({
      clients,
      steps: { alice: [pay('bob', 1)] },
      faults: [down('v4')],
    });
    const { verdict, validators, accounts } = runScenario(scenario);
    expect(verdict).toBe('pass');
    expect(validators.map(({ status }) => status)).toEqual([
      'active',
      'active',
      'active',
      'crashed',
    ]);
    expect(accounts[0]).toMatchObject({ client: 'alice', balance: 99n, outcome: 'final' });
  });

  it('is liveness-honest at the limit of events, which a run that ends does not reach', () => {
    const limited = (events: number) =>
      runScenario(scenarioOf({ clients, steps: { alice: [pay('bob', 1)] }, limits: { events } }));
    const { events } = limited(200_000);
    expect(limited(events).verdict).toBe('pass');
    expect(limited(events - 1).verdict).toBe('liveness');
    expect(limited(events - 1).events).toBe(events - 1);
  });

  it('is liveness-honest when no quorum comes together although all validators are up', () => {
    const scenario = scenarioOf({
      clients,
      steps: { alice: [pay('bob', 1)] },
      limits: { simTime: '30 min' },
    });
    const distrustful = { ...PROXY_RULES, acceptsSignature: () => false };
    const result = runScenario(scenario, { proxyRules: distrustful });
    expect(result.operations).toMatchObject([{ reason: 'QuorumUnreachable' }]);
    expect(result.verdict).toBe('liveness');
  });

  it('names the gravest oracle when several fire', () => {
    const scenario = scenarioOf({
      clients,
      steps: {
        alice: [sign('A', 'bob'), sign('B', 'carol'), send('A', ...all), send('B', ...all)],
      },
    });
    const forgetful = { ...VALIDATOR_RULES, takeLock: ({ account }: Submission) => account };
    const { verdict, oracles } = runScenario(scenario, { validatorRules: forgetful });
    const fired = oracles.filter(({ violations }) => violations.length > 0).map(({ name }) => name);
    expect(fired).toEqual(['no-double-sign', 'unique-certificate', 'lock-exclusive']);
    expect(verdict).toBe('violation:no-double-sign');
  });
});

describe('a crash', () => {
  it.each(Array.from({ length: 8 }, (_, seed) => BigInt(seed)))(
    'comes before its restart even at the same instant, with seed %s',
    (seed) => {
      const scenario = scenarioOf({
        clients,
        steps: { alice: [pay('bob', 1)] },
        faults: [down('v1', '0 ms')],
      });
      const { validators } = runScenario(scenario, { seed });
      expect(validators.map(({ status }) => status)).toEqual(all.map(() => 'active'));
    },
  );
});

describe('the outcome of what a user sends by hand', () => {
  it.each([
    ['final', 'to a quorum', [sign('A', 'bob'), send('A', 'v1', 'v2', 'v3')]],
    ['unknown', 'to too few', [sign('A', 'bob'), send('A', 'v1', 'v2')]],
    ['refused', 'beyond the balance', [{ ...sign('A', 'bob'), amount: 101 }, send('A', ...all)]],
    [
      'locked-by-own-equivocation',
      'twice, so that neither has a quorum',
      [sign('A', 'bob'), sign('B', 'carol'), send('A', 'v1', 'v2'), send('B', 'v3', 'v4')],
    ],
    [
      'final',
      'twice, but one of them to a quorum',
      [sign('A', 'bob'), sign('B', 'carol'), send('A', 'v1', 'v2', 'v3'), send('B', 'v4')],
    ],
    [
      'unknown',
      'to too few, and two more for the nonce after it',
      [
        sign('A', 'bob'),
        { ...sign('B', 'bob'), nonce: 1 },
        { ...sign('C', 'carol'), nonce: 1 },
        send('A', 'v1'),
        send('B', ...all),
        send('C', ...all),
      ],
    ],
    ['final', 'twice the same', [sign('A', 'bob'), send('A', ...all), send('A', ...all)]],
    [undefined, 'not at all', [sign('A', 'bob'), sign('B', 'carol')]],
  ])('is %s: %s', (outcome, _what, steps) => {
    const { accounts, verdict } = runScenario(scenarioOf({ clients, steps: { alice: steps } }));
    expect(accounts[0]?.outcome).toBe(outcome);
    expect(verdict).toBe(outcome === undefined ? 'unknown' : 'pass');
  });
});

describe('the outcome of what a user sends by hand and nobody hears', () => {
  it('is unknown: nobody has refused it', () => {
    const { accounts } = runScenario(
      scenarioOf({
        clients,
        steps: { alice: [sign('A', 'bob'), send('A', ...all)] },
        network: { default: { drop: 1 } },
      }),
    );
    expect(accounts[0]?.outcome).toBe('unknown');
  });
});

describe('a run that is cut short', () => {
  const steps = { alice: Array.from({ length: 20 }, () => pay('bob', 1)), bob: [pay('carol', 1)] };
  const limitIn = (limits: object) => {
    const { oracles } = runScenario(
      scenarioOf({ clients: { ...clients, bob: { balance: 1 } }, steps, limits }),
    );
    const [first] = oracles.flatMap(({ violations }) => violations);
    return first?.facts['limit'];
  };

  it('says which limit was reached, and how much of the workload was done', () => {
    const message = /^limits\.simTime, 3 s, was reached with \d+ of 21 steps of the workload done$/;
    expect(limitIn({ simTime: '3 s' })).toMatch(message);
    expect(limitIn({ events: 1 })).toBe(
      'limits.events, 1, was reached with 0 of 21 steps of the workload done',
    );
  });

  it('has checked each invariant that it broke, though no client began anything', () => {
    const { oracles } = runScenario(scenarioOf({ clients, steps, limits: { events: 0 } }));
    const broken = oracles.filter(({ violations }) => violations.length > 0);
    expect(broken.map(({ name, checks }) => [name, checks])).toEqual([['liveness-honest', 3]]);
  });
});

describe('the report', () => {
  it('shows accounts as most validators hold them, whichever comes first', () => {
    // v1 loses everything that is sent to it, so it alone never hears of the payment.
    const scenario = scenarioOf({
      clients,
      steps: { alice: [sign('A', 'bob'), send('A', ...all)] },
      network: { links: [{ from: '*', to: 'v1', drop: 1 }] },
    });
    const { accounts, validators, verdict } = runScenario(scenario);
    expect(accounts.map(({ balance }) => balance)).toEqual([90n, 10n, 0n]);
    expect(validators.map(({ settled }) => settled)).toEqual([0, 1, 1, 1]);
    // Delivery never ended for v1: what holds after full delivery is asked after full delivery.
    expect(verdict).toBe('pass');
  });

  it('lists every expectation that was not met, at every validator', () => {
    const scenario = scenarioOf({
      clients,
      steps: { alice: [pay('bob', 1)] },
      expect: { outcomes: { alice: 'refused' }, balances: { alice: 100, bob: 1 }, certificates: 2 },
    });
    expect(runScenario(scenario).failedExpectations).toEqual([
      { expectation: 'outcomes.alice', expected: 'refused', actual: 'final' },
      ...all.map((name) => ({
        expectation: `balances.alice at ${name}`,
        expected: '100',
        actual: '99',
      })),
      { expectation: 'certificates', expected: '2', actual: '1' },
    ]);
  });

  it('lists signers by number, v2 before v10', () => {
    const scenario = scenarioOf({
      validators: 13,
      clients,
      steps: { alice: [pay('bob', 1)] },
    });
    const [certificate] = runScenario(scenario).certificates;
    const numbers = certificate?.signers.map((name) => Number(name.slice(1)));
    expect(numbers).toHaveLength(9);
    expect(numbers).toEqual(numbers?.toSorted((a, b) => a - b));
  });
});
