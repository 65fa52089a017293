import { type RunResult, runScenario } from '@quorate/simulator';
import { describe, expect, it } from 'vitest';
import { shippedScenario } from './scenario-documents.ts';

const payment = shippedScenario('first-payment.yaml');

function costOf({ costs }: RunResult) {
  const { transactions, verifications, signatures, messages } = costs;
  return { transactions, verifications, signatures, messages };
}

describe('one payment among four validators', () => {
  // Exact: a change of these figures is a change of the protocol's cost, for better or worse.
  it('costs exactly this much', () => {
    expect(costOf(runScenario(payment))).toEqual({
      transactions: 1,
      verifications: 29,
      signatures: 4,
      messages: 26,
    });
  });

  it.each(['full', 'cache', 'memo', 'stub'] as const)(
    'costs as much in crypto mode %s, and takes as long',
    (crypto) => {
      const result = runScenario(payment, { crypto });
      expect(result.costs).toEqual(runScenario(payment).costs);
    },
  );
});
