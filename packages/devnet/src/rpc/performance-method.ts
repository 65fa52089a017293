import type { PerformanceInfo } from '../ops/activity.ts';
import type { RpcMethod } from './json-rpc.ts';

interface Field {
  readonly description: string;
  readonly read: (info: PerformanceInfo) => number;
}

const lasting = (description: string) => `${description}, mean of the latest, in nanoseconds.`;
const rate = (what: string, time: string) => `${what} settled per second, over the last ${time}.`;

/** The fields of the answer to `getPerformanceInfo`. Shape: facts.md F6.16. */
export const PERFORMANCE_FIELDS: Readonly<Record<string, Field>> = {
  weak_finality_nanos: {
    description: lasting('From the timestamp of a transaction to this signature'),
    read: ({ weakFinalityNanos }) => weakFinalityNanos,
  },
  strong_finality_nanos: {
    description: lasting('From the timestamp of a transaction to its settlement here'),
    read: ({ strongFinalityNanos }) => strongFinalityNanos,
  },
  tps_last_second: {
    description: rate('Transactions', 'second'),
    read: ({ transactionRates }) => transactionRates.lastSecond,
  },
  tps_last_minute: {
    description: rate('Transactions', 'minute'),
    read: ({ transactionRates }) => transactionRates.lastMinute,
  },
  tps_last_hour: {
    description: rate('Transactions', 'hour'),
    read: ({ transactionRates }) => transactionRates.lastHour,
  },
  ops_last_second: {
    description: rate('Operations', 'second'),
    read: ({ operationRates }) => operationRates.lastSecond,
  },
  ops_last_minute: {
    description: rate('Operations', 'minute'),
    read: ({ operationRates }) => operationRates.lastMinute,
  },
  ops_last_hour: {
    description: rate('Operations', 'hour'),
    read: ({ operationRates }) => operationRates.lastHour,
  },
  signed_transactions: {
    description: 'Transactions signed since the start.',
    read: ({ signedTransactions }) => signedTransactions,
  },
  settled_transactions: {
    description: 'Transactions settled, including those before the start.',
    read: ({ settledTransactions }) => settledTransactions,
  },
  accounts_count: {
    description: 'Accounts that took part in settled transactions.',
    read: ({ accountsCount }) => accountsCount,
  },
};

/** Builds `getPerformanceInfo`. */
export function performanceMethod(performance: () => PerformanceInfo): RpcMethod {
  return () => {
    const info = performance();
    const fields = Object.entries(PERFORMANCE_FIELDS).map(([name, { read }]) => [name, read(info)]);
    return Promise.resolve(Object.fromEntries(fields));
  };
}
