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
  /** Since it was started: of what it has signed it keeps what has not settled. */
  readonly signedTransactions: number;
  /** All that it holds, whenever it settled. */
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

/**
 * Creates the watch of a validator that has done nothing since it was started; `now` in nanoseconds
 * since the epoch, `state` undefined while it is down.
 */
export function createActivity(
  now: () => bigint,
  state: () => ValidatorState | undefined,
): Activity {
  const transactions = createRate();
  const operations = createRate();
  const weak = createMean();
  const strong = createMean();
  let signed = 0;
  /** What it held when it was last seen up. */
  let held = { settledTransactions: 0, accountsCount: 0 };
  const second = () => Number(now() / NANOS_PER_SECOND);

  function count({ type, facts: { transaction } }: Deed): void {
    const latency = now() - transaction.timestampNanos;
    if (type === 'Signed') {
      signed += 1;
      weak.add(latency);
      return;
    }
    strong.add(latency);
    transactions.add(1, second());
    operations.add(transaction.operations.length, second());
  }

  return {
    observe(after, deeds) {
      held = holdings(after);
      for (const deed of deeds) count(deed);
    },
    performance() {
      // What it came up with, or was put back to, is no step.
      const present = state();
      if (present !== undefined) held = holdings(present);
      return {
        weakFinalityNanos: weak.value(),
        strongFinalityNanos: strong.value(),
        transactionRates: ratesOf(transactions, second()),
        operationRates: ratesOf(operations, second()),
        signedTransactions: signed,
        ...held,
      };
    },
  };
}

function holdings({
  ledger: { settled, account },
}: ValidatorState): Pick<PerformanceInfo, 'settledTransactions' | 'accountsCount'> {
  return { settledTransactions: settled.size, accountsCount: account.size };
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
