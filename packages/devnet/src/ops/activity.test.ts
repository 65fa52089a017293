import type { ValidatorState } from '@quorate/core';
import { describe, expect, it } from 'vitest';
import { createActivity } from './activity.ts';
import type { Deed } from './deeds.ts';

const SECOND = 1_000_000_000n;
const START = 1_000n * SECOND;

/** A validator that holds this many settled transactions. */
const holding = (settled: number): ValidatorState =>
  ({ ledger: { settled: { size: settled }, account: { size: 2 } } }) as unknown as ValidatorState;

function createWorld() {
  let now = START;
  let present: ValidatorState | undefined = holding(0);
  const activity = createActivity(
    () => now,
    () => present,
  );
  /** Notes a deed for a transaction that claims this age. */
  function act(type: Deed['type'], age: bigint, operations = 1): void {
    const transaction = { timestampNanos: now - age, operations: Array(operations).fill({}) };
    activity.observe(holding(1), [{ type, facts: { transaction } } as unknown as Deed]);
  }
  return {
    act,
    performance: activity.performance,
    pass(nanos: bigint) {
      now += nanos;
    },
    become(state: ValidatorState | undefined) {
      present = state;
    },
  };
}

describe('createActivity', () => {
  it('tells how long signing and settling took on average, with more weight on the latest', () => {
    const { act, performance } = createWorld();
    for (const age of [SECOND, 3n * SECOND]) act('Signed', age);
    act('Settled', 5n * SECOND);
    expect(performance()).toMatchObject({
      weakFinalityNanos: 1_100_000_000,
      strongFinalityNanos: 5_000_000_000,
      signedTransactions: 2,
    });
  });

  it('ignores timestamps ahead of its clock, or more than a minute behind it', () => {
    const { act, performance } = createWorld();
    for (const age of [-1n, 60n * SECOND + 1n]) act('Settled', age);
    expect(performance().strongFinalityNanos).toBe(0);
    act('Settled', 60n * SECOND);
    expect(performance().strongFinalityNanos).toBe(60_000_000_000);
  });

  it('counts transactions and their operations over the last second, minute and hour', () => {
    const { act, performance, pass } = createWorld();
    act('Settled', 0n, 60);
    pass(SECOND);
    const { transactionRates, operationRates } = performance();
    expect(transactionRates).toEqual({ lastSecond: 1, lastMinute: 1 / 60, lastHour: 1 / 3600 });
    expect(operationRates).toEqual({ lastSecond: 60, lastMinute: 1, lastHour: 1 / 60 });
  });

  it('tells what it holds, and while it is down what it held before', () => {
    const { performance, become } = createWorld();
    become(holding(7));
    expect(performance().settledTransactions).toBe(7);
    become(undefined);
    expect(performance()).toMatchObject({ settledTransactions: 7, accountsCount: 2 });
  });
});
