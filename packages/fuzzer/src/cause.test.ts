import { loadScenario, type RunResult, runScenario, type Violation } from '@quorate/simulator';
import { describe, expect, it } from 'vitest';
import { causeOf, causeOfError, headOfCause } from './cause.ts';

const passed = runScenario(
  loadScenario(
    `version: 1
name: any
cluster: { validators: 4, clients: { alice: { balance: 9 }, bob: {} } }
workload: [{ id: one, client: alice, steps: [{ op: pay, to: bob, amount: 1 }] }]
`,
    'any.yaml',
  ),
  { crypto: 'stub' },
);

function broken(verdict: RunResult['verdict'], ...violations: Partial<Violation>[]): RunResult {
  const oracles = violations.map((violation) => {
    const whole = {
      oracle: 'any',
      kind: 'safety',
      mustHold: '',
      at: 0n,
      message: '',
      facts: {},
      ...violation,
    } as const;
    return { name: whole.oracle, checks: 1, violations: [whole] };
  });
  return { ...passed, verdict, oracles };
}

function doubleSign(message: string): RunResult {
  return broken('violation:no-double-sign', { oracle: 'no-double-sign', message });
}

describe('causeOf', () => {
  it('gives none for a run that passed, and none for one that checked nothing', () => {
    expect(causeOf(passed)).toBeUndefined();
    expect(causeOf({ ...passed, verdict: 'unknown' })).toBeUndefined();
  });

  it('is the same for any node and nonce', () => {
    const one = causeOf(doubleSign('v1 signed two transactions for (alice, nonce 0)'));
    expect(one).toBe('no-double-sign: _ signed two transactions for (_, nonce #)');
    for (const who of ['bob', 'operator/v4', 'direct:bob:for:alice', 'user:bob']) {
      const other = `v3 signed two transactions for (${who}, nonce 17)`;
      expect(causeOf(doubleSign(other))).toBe(one);
    }
  });

  it('is the same for a client whose name begins with that of another', () => {
    const [alice, bob] = passed.accounts;
    if (alice === undefined || bob === undefined) throw new Error('there are two accounts');
    const accounts = [alice, { ...bob, client: 'alice-2' }];
    const causes = ['alice', 'alice-2', 'direct:alice-2:twice', 'p1'].map((who) =>
      causeOf({ ...doubleSign(`v1 signed two transactions for (${who}, nonce 0)`), accounts }),
    );
    expect(new Set(causes)).toEqual(
      new Set(['no-double-sign: _ signed two transactions for (_, nonce #)']),
    );
  });

  it('is the same for a client called a, and keeps the article', () => {
    const [alice] = passed.accounts;
    if (alice === undefined) throw new Error('there are accounts');
    const causesOf = (message: string, who: string) =>
      causeOf({ ...doubleSign(message), accounts: [{ ...alice, client: who }] });
    for (const said of [
      (who: string) => `p1 answered ${who}, with a certificate of (${who}, nonce 0)`,
      (who: string) => `${who} accepted (user:${who}, nonce 0) without a quorum`,
      (who: string) => `user:${who} signed a transaction, operator/${who} too, for ${who}`,
      (who: string) => `a validator settled a payment of ${who}: 3`,
    ]) {
      const cause = causesOf(said('a'), 'a');
      if (!said('bob').startsWith('a ')) expect(cause).toBe(causesOf(said('bob'), 'bob'));
      expect(cause).toMatch(/ a (certificate|quorum|transaction|payment)/);
    }
  });

  it('is the same for any amount below zero or not, for as many nodes as there are, and one line', () => {
    const causes = ['at v1 is -100', 'at v2, v3 is 7', 'at v2 v3 v4 is 1 2\nat line 3'].map(
      (what) => causeOf(doubleSign(what)),
    );
    expect(new Set(causes)).toEqual(new Set(['no-double-sign: at _ is #']));
  });

  it('names the invariant that the verdict names, before any other that broke', () => {
    const result = broken(
      'violation:convergence',
      { oracle: 'liveness-honest', kind: 'liveness', message: 'alice has no answer' },
      { oracle: 'convergence', message: '4 validators hold 2 different states' },
    );
    expect(causeOf(result)).toBe('convergence: # validators hold # different states');
  });

  it('names code that breaks rather than a violation that the scenario allows', () => {
    const expected = { oracle: 'convergence', message: '' };
    const crash = { oracle: 'nodes-do-not-break', message: 'v1 stopped: no' };
    const expectedVerdict = 'violation:convergence';
    const found = { ...broken(expectedVerdict, expected), expectedVerdict } as const;
    const both = { ...broken(expectedVerdict, expected, crash), expectedVerdict } as const;
    expect(causeOf(found)).toBeUndefined();
    expect(causeOf(both)).toBe('nodes-do-not-break: _ stopped: no');
  });

  it('names the invariant behind a verdict of liveness', () => {
    const violation = {
      oracle: 'liveness-honest',
      kind: 'liveness',
      message: 'alice waits',
    } as const;
    expect(causeOf(broken('liveness', violation))).toBe('liveness-honest: _ waits');
  });

  it.each([
    ['balances.bob at v1', '2', '1', 'balances.bob at _ 1 instead of 2'],
    [
      'workload.of-alice.steps[12].outcome',
      'final',
      'refused (InsufficientFunding)',
      'workload._.steps[#].outcome refused (InsufficientFunding) instead of final',
    ],
    [
      'thresholds[1].p50',
      'finality-time at most 60 ms',
      '61.5 ms',
      'thresholds[#].p50 finality-time at most 60 ms',
    ],
  ])(
    'names what was expected of %s, and what came of it',
    (expectation, expected, actual, cause) => {
      const failedExpectations = [{ expectation, expected, actual }];
      expect(causeOf({ ...passed, failedExpectations })).toBe(`expectation: ${cause}`);
    },
  );

  it('names an expected verdict that did not come', () => {
    expect(causeOf({ ...passed, expectedVerdict: 'violation:convergence' })).toBe(
      'pass: violation:convergence was expected',
    );
  });

  it('excuses anything where any verdict is expected, except for the code of correct nodes', () => {
    const result = doubleSign('v1 signed two transactions for (alice, nonce 0)');
    expect(causeOf({ ...result, expectedVerdict: 'any' })).toBeUndefined();
    const stopped = broken('violation:nodes-do-not-break', {
      oracle: 'nodes-do-not-break',
      message: 'p1 stopped: no such record 0x0123456789abcdef',
    });
    expect(causeOf({ ...stopped, expectedVerdict: 'any' })).toBe(
      'nodes-do-not-break: _ stopped: no such record #',
    );
  });
});

describe('causeOf where any verdict is expected', () => {
  it('names other expectations that were not met', () => {
    const unmet = { expectation: 'certificates', expected: '5', actual: '2' };
    const result = { ...passed, expectedVerdict: 'any', failedExpectations: [unmet] } as const;
    expect(causeOf(result)).toBe('expectation: certificates 2 instead of 5');
    expect(causeOf({ ...result, verdict: 'liveness' })).toBe(
      'expectation: certificates 2 instead of 5',
    );
  });
});

describe('causeOfError', () => {
  it('names what was thrown, without numbers', () => {
    expect(causeOfError(new RangeError('no row 17'))).toBe('threw: RangeError: no row #');
    expect(causeOfError('nothing good')).toBe('threw: nothing good');
  });
});

it('headOfCause gives the invariant', () => {
  expect(headOfCause('convergence: # validators hold # different states')).toBe('convergence');
});
