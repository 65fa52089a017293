import type { ValidatorState } from '@quorate/core';
import type { Deed } from './deeds.ts';
import { createRate } from './rate.ts';

/** What a validator has done. Source: facts.md F6.16. */
export interface PerformanceInfo {
  /**
   * The mean time from a transaction's timestamp to this validator's signature; recent transactions
   * count most.
   */
  readonly weakFinalityNanos: number;
  /**
   * The mean time from a transaction's timestamp to its settlement here; recent transactions count
   * most.
   */
  readonly strongFinalityNanos: number;
  /** Transactions settled per second over the last second, minute and hour. */
  readonly transactionRates: Rates;
  /** Operations settled per second over the same times. */
  readonly operationRates: Rates;
  /** Counted since its start: it keeps signed transactions only until they settle. */
  readonly signedTransactions: number;
  /** All that it holds, whenever they settled. */
  readonly settledTransactions: number;
  readonly accountsCount: number;
}

/** One rate over three periods, in events per second. */
export interface Rates {
  readonly lastSecond: number;
  readonly lastMinute: number;
  readonly lastHour: number;
}

const NO_RATES: Rates = { lastSecond: 0, lastMinute: 0, lastHour: 0 };

/** The performance of a validator that has done nothing. */
export const NOTHING_DONE: PerformanceInfo = {
  weakFinalityNanos: 0,
  strongFinalityNanos: 0,
  transactionRates: NO_RATES,
  operationRates: NO_RATES,
  signedTransactions: 0,
  settledTransactions: 0,
  accountsCount: 0,
};

/** Measures the activity of one validator. */
export interface Activity {
  /** Records the state after a step, and what the step signed or settled. */
  observe(after: ValidatorState, deeds: readonly Deed[]): void;
  performance(): PerformanceInfo;
}

const NANOS_PER_SECOND = 1_000_000_000n;
/** The weight of the latest transaction in a mean. */
const WEIGHT = 0.05;
/** Timestamps are chosen by senders; one that is further off says nothing about this validator. */
const LATENCY_MAX = 60n * NANOS_PER_SECOND;

/**
 * Creates the measurement for a validator that has just been started. `now` is in nanoseconds since
 * the Unix epoch, `state` is undefined while it is down.
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
  /** What it held when it was last up. */
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
      // The state after a start or a return did not come from a step.
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
  /** In whole nanoseconds. */
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
