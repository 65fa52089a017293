import type { ValidatorState } from '@quorate/core';
import type { Deed } from './deeds.ts';
import { createRate } from './rate.ts';

/** What a validator has done. Source: facts.md F6.16. */
export interface PerformanceInfo {
  /** Mean time from a transaction's timestamp to this validator's signature, of the latest. */
  readonly weakFinalityNanos: number;
  /** Mean time from a transaction's timestamp to its settlement here, of the latest. */
  readonly strongFinalityNanos: number;
  /** Transactions settled per second over the last second, minute and hour. */
  readonly transactionRates: Rates;
  /** Operations settled per second over the same times. */
  readonly operationRates: Rates;
  readonly signedTransactions: number;
  readonly settledTransactions: number;
  readonly accountsCount: number;
}

/** Holds one rate over three times, in events per second. */
export interface Rates {
  readonly lastSecond: number;
  readonly lastMinute: number;
  readonly lastHour: number;
}

const NO_RATES: Rates = { lastSecond: 0, lastMinute: 0, lastHour: 0 };

/** What a validator has done that has done nothing. */
export const NOTHING_DONE: PerformanceInfo = {
  weakFinalityNanos: 0,
  strongFinalityNanos: 0,
  transactionRates: NO_RATES,
  operationRates: NO_RATES,
  signedTransactions: 0,
  settledTransactions: 0,
  accountsCount: 0,
};

/** Watches one validator at work. */
export interface Activity {
  /** Sees how a step left it, and what that signed or settled. */
  observe(after: ValidatorState, deeds: readonly Deed[]): void;
  performance(): PerformanceInfo;
}

const NANOS_PER_SECOND = 1_000_000_000n;
/** How much the latest transaction counts in a mean. */
const WEIGHT = 0.05;
/** Timestamps are the senders' own; one that is further off says nothing of this validator. */
const LATENCY_MAX = 60n * NANOS_PER_SECOND;

/** Creates the watch of a validator that has done nothing; `now` in nanoseconds since the epoch. */
export function createActivity(now: () => bigint): Activity {
  const transactions = createRate();
  const operations = createRate();
  const weak = createMean();
  const strong = createMean();
  let signed = 0;
  let settled = 0;
  let accounts = 0;
  const second = () => Number(now() / NANOS_PER_SECOND);

  function count({ type, facts: { transaction } }: Deed): void {
    const latency = now() - transaction.timestampNanos;
    if (type === 'Signed') {
      signed += 1;
      weak.add(latency);
      return;
    }
    settled += 1;
    strong.add(latency);
    transactions.add(1, second());
    operations.add(transaction.operations.length, second());
  }

  return {
    observe(after, deeds) {
      accounts = after.ledger.account.size;
      for (const deed of deeds) count(deed);
    },
    performance: () => ({
      weakFinalityNanos: weak.value(),
      strongFinalityNanos: strong.value(),
      transactionRates: ratesOf(transactions, second()),
      operationRates: ratesOf(operations, second()),
      signedTransactions: signed,
      settledTransactions: settled,
      accountsCount: accounts,
    }),
  };
}

function ratesOf(rate: ReturnType<typeof createRate>, second: number): Rates {
  return {
    lastSecond: rate.over(1, second),
    lastMinute: rate.over(60, second),
    lastHour: rate.over(3600, second),
  };
}

interface Mean {
  add(nanos: bigint): void;
  /** Whole nanoseconds. */
  value(): number;
}

function createMean(): Mean {
  let mean: number | undefined;
  return {
    add(nanos) {
      if (nanos < 0n || nanos > LATENCY_MAX) return;
      const value = Number(nanos);
      mean = mean === undefined ? value : mean + WEIGHT * (value - mean);
    },
    value: () => Math.round(mean ?? 0),
  };
}
