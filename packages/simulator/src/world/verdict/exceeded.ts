import { formatDuration } from '@quorate/network';
import type { CertificateReport, CostReport, FailedExpectation } from '../../run-result.ts';
import {
  type CostMetric,
  QUANTILES,
  type Quantile,
  type Threshold,
} from '../../scenario/thresholds.ts';
import type { CostCounter } from '../costs.ts';

/** Sums up the costs of a run so far. */
export function costReport(
  costs: Pick<CostCounter, 'counts'>,
  certificates: readonly CertificateReport[],
): CostReport {
  const times = certificates.flatMap(({ signedAt, finalAt }) =>
    finalAt === undefined ? [] : [finalAt - signedAt],
  );
  return {
    transactions: times.length,
    ...costs.counts(),
    finalityNanos: times.sort((a, b) => (a < b ? -1 : a > b ? 1 : 0)),
  };
}

/**
 * Lists the thresholds that a run exceeds. If nothing has settled there is nothing to measure,
 * which is reported as well.
 */
export function exceeded(
  path: string,
  threshold: Threshold,
  costs: CostReport,
): readonly FailedExpectation[] {
  if (costs.transactions === 0) {
    return [{ expectation: path, expected: 'a transaction to measure', actual: 'none' }];
  }
  if (threshold.metric !== 'finality-time') return tooMuch(path, threshold, costs);
  return QUANTILES.flatMap((quantile) => {
    const bound = threshold.bounds[quantile];
    return bound === undefined ? [] : tooLong(path, { quantile, bound }, costs);
  });
}

function tooMuch(
  path: string,
  { metric, max }: { readonly metric: CostMetric; readonly max: number },
  costs: CostReport,
): readonly FailedExpectation[] {
  const total = TOTALS[metric](costs);
  if (total <= max * costs.transactions) return [];
  const mean = total / costs.transactions;
  const shown = `${Number.isInteger(mean) ? mean : mean.toFixed(2)} ${metric}`;
  return [{ expectation: path, expected: `at most ${max} ${metric}`, actual: shown }];
}

const TOTALS: Readonly<Record<CostMetric, (costs: CostReport) => number>> = {
  'verifications-per-transaction': ({ verifications }) => verifications,
  'signatures-per-transaction': ({ signatures }) => signatures,
  'messages-per-transaction': ({ messages }) => messages,
};

function tooLong(
  path: string,
  { quantile, bound }: { readonly quantile: Quantile; readonly bound: bigint },
  { finalityNanos }: CostReport,
): readonly FailedExpectation[] {
  const time = finalityNanos[rankOf(quantile, finalityNanos.length)] ?? 0n;
  if (time <= bound) return [];
  return [
    {
      expectation: `${path}.${quantile}`,
      expected: `finality-time at most ${formatDuration(bound)}`,
      actual: formatDuration(time),
    },
  ];
}

const PERCENT: Readonly<Record<Quantile, number>> = { p50: 50, p95: 95, max: 100 };

// Nearest rank: the smallest time that at least this percentage does not exceed.
function rankOf(quantile: Quantile, count: number): number {
  return Math.ceil((PERCENT[quantile] * count) / 100) - 1;
}
