import { VALIDATOR_RULES, type ValidatorRules } from '@quorate/core';
import { describe, expect, it } from 'vitest';
import { lossesAt } from './boundaries.ts';
import { baseOf, SWEEP_TIMEOUT, sweepNode } from './sweep.ts';

const { order } = VALIDATOR_RULES;

type Order = ValidatorRules['order']['V8'];

const ANSWER_FIRST: Order = (persist, answer) => [answer, persist];
const ANSWER_ONLY: Order = (_persist, answer) => [answer];

function sweepWith(base: string, validatorRules: ValidatorRules) {
  return sweepNode(baseOf(base), 'v1', { places: 'unlike', troubles: lossesAt, validatorRules });
}

describe('the sweep of crashes', { timeout: SWEEP_TIMEOUT }, () => {
  it('V8 finds a validator that answers before its lock is durable', () => {
    const { violated } = sweepWith('rivals', {
      ...VALIDATOR_RULES,
      order: { ...order, V8: ANSWER_FIRST },
    });
    expect([...violated]).toContain('no-double-sign');
  });

  it('V8 finds a validator that keeps its lock in memory only', () => {
    const { violated } = sweepWith('rivals', {
      ...VALIDATOR_RULES,
      order: { ...order, V8: ANSWER_ONLY },
    });
    expect([...violated]).toContain('no-double-sign');
  });

  it('S5 finds a validator that confirms before what it settled is durable', () => {
    const { violated } = sweepWith('payments', {
      ...VALIDATOR_RULES,
      order: { ...order, S5: ANSWER_FIRST },
    });
    expect([...violated]).toContain('settled-forever');
  });
});
