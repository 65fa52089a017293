import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { firstViolation, isConserved, outcomeOf } from '../../test/checks.ts';
import {
  anyChains,
  anyFundedChains,
  anyHistory,
  anyOrderOf,
  messageOf,
} from '../../test/history.ts';
import { createTestValidator, validatorEnv } from '../../test/validator.ts';
import { VALIDATOR_RULES } from './rules.ts';
import { stepValidator } from './step.ts';

const RUNS = { numRuns: 200 };

describe('stepValidator', () => {
  it('passes every check after any history of submissions and certificates', () => {
    fc.assert(
      fc.property(anyHistory(), (history) => {
        expect(firstViolation(VALIDATOR_RULES, history)).toBe(undefined);
      }),
      { numRuns: 300 },
    );
  });

  it('is pure: the same state and input give the same step', () => {
    fc.assert(
      fc.property(anyHistory(), (history) => {
        const validator = createTestValidator();
        for (const action of history) {
          const state = validator.state();
          const message = messageOf(action, state);
          const input = { type: 'Message', from: 'tester', message } as const;
          const steps = [1, 2].map(() => stepValidator(state, input, validatorEnv()));
          expect(steps[0]?.effects).toEqual(steps[1]?.effects);
          validator.hear(message);
        }
      }),
      RUNS,
    );
  });

  it('S5 comes to the same digest in every order that keeps each sender’s own (weak independence)', () => {
    const anyTwoOrders = anyChains().chain((chains) =>
      fc.tuple(anyOrderOf(chains), anyOrderOf(chains)),
    );
    fc.assert(
      fc.property(anyTwoOrders, (orders) => {
        const [first, second] = orders.map((order) => outcomeOf(VALIDATOR_RULES, order));
        expect(first).toBe(second);
        expect(first).toMatch(/^[0-9a-f]{64}$/);
      }),
      RUNS,
    );
  });

  it('S6 brings every balance back to zero or above, once all is delivered, in any order', () => {
    fc.assert(
      fc.property(anyFundedChains().chain(anyOrderOf), (order) => {
        const validator = createTestValidator();
        for (const certificate of order) {
          validator.deliver(certificate);
          expect(isConserved(validator.state())).toBe(true);
        }
        expect(
          [...validator.state().ledger.balance.values()].every((balance) => balance > 0n),
        ).toBe(true);
      }),
      RUNS,
    );
  });

  it('takes no notice of a timer, because it sets none', () => {
    const state = createTestValidator().state();
    const step = stepValidator(state, { type: 'Timer', id: 'retry' }, validatorEnv());
    expect(step.state).toBe(state);
    expect(step.effects).toEqual([]);
  });
});
