import { describe, expect, it } from 'vitest';
import { pay, scenarioOf } from '../../test/scenarios.ts';
import { runScenario } from '../run-scenario.ts';

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
