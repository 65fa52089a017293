import type { PerformanceInfo } from '../ops/activity.ts';
import type { RpcMethod } from './json-rpc.ts';

/** Builds `getPerformanceInfo`. Shape: facts.md F6.16. */
export function performanceMethod(performance: () => PerformanceInfo): RpcMethod {
  return () => {
    const info = performance();
    const { transactionRates: tps, operationRates: ops } = info;
    return Promise.resolve({
      weak_finality_nanos: info.weakFinalityNanos,
      strong_finality_nanos: info.strongFinalityNanos,
      tps_last_second: tps.lastSecond,
      tps_last_minute: tps.lastMinute,
      tps_last_hour: tps.lastHour,
      ops_last_second: ops.lastSecond,
      ops_last_minute: ops.lastMinute,
      ops_last_hour: ops.lastHour,
      signed_transactions: info.signedTransactions,
      settled_transactions: info.settledTransactions,
      accounts_count: info.accountsCount,
    });
  };
}
