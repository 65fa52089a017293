import { formatDuration, parseDuration } from '@quorate/network';
import { duration, type JsonSchema, list, object, oneOf } from './schema-shapes.ts';

/** The average costs per transaction that are measured. */
export const COST_METRICS = [
  'verifications-per-transaction',
  'signatures-per-transaction',
  'messages-per-transaction',
] as const;

/** The name of an average cost per transaction. */
export type CostMetric = (typeof COST_METRICS)[number];

/** The fractions of all transactions that can have a bound of their own. */
export const QUANTILES = ['p50', 'p95', 'max'] as const;

/**
 * The fraction of all transactions, the fastest ones, that must be final within a time: `max` means
 * all.
 */
export type Quantile = (typeof QUANTILES)[number];

/** A limit on what a run may cost. */
export type Threshold =
  | { readonly metric: CostMetric; readonly max: number }
  | {
      /** From when a transaction is first sent until a quorum has settled it. */
      readonly metric: 'finality-time';
      /** In nanoseconds, by quantile. */
      readonly bounds: Readonly<Partial<Record<Quantile, bigint>>>;
    };

/** A threshold as the file states it. */
export type RawThreshold =
  | { readonly metric: CostMetric; readonly max: number }
  | ({ readonly metric: 'finality-time' } & Readonly<Partial<Record<Quantile, string>>>);

const COST_DESCRIPTIONS: Readonly<Record<CostMetric, string>> = {
  'verifications-per-transaction': 'How many signatures all nodes together have verified.',
  'signatures-per-transaction': 'How many signatures clients and validators have made.',
  'messages-per-transaction': 'How many messages were sent.',
};

/** The schema of the thresholds, for editors and the loader. */
export const thresholdsSchema: JsonSchema = list(
  'What the run may cost; virtual costs are exact and the same on every machine.',
  oneOf('One bound.', 'metric', [
    ...COST_METRICS.map((metric) =>
      object(COST_DESCRIPTIONS[metric], {
        metric: { const: metric },
        max: {
          title: 'a number, 0 or more',
          description: 'The most, for each transaction that a quorum has settled.',
          type: 'number',
          minimum: 0,
        },
      }),
    ),
    object('From when a transaction is first sent until a quorum has settled it.', {
      metric: { const: 'finality-time' },
      'p50?': duration('The longest time for the faster half.'),
      'p95?': duration('The longest time for all but the slowest twentieth.'),
      'max?': duration('The longest time for all.'),
    }),
  ]),
);

/** Converts a checked threshold. */
export function buildThreshold(raw: RawThreshold): Threshold {
  if (raw.metric !== 'finality-time') return { metric: raw.metric, max: raw.max };
  const bounds = QUANTILES.flatMap((quantile) => {
    const bound = raw[quantile];
    return bound === undefined ? [] : [[quantile, parseDuration(bound)] as const];
  });
  return { metric: raw.metric, bounds: Object.fromEntries(bounds) };
}

/** Gives a threshold as a file states it. */
export function rawOfThreshold(threshold: Threshold): RawThreshold {
  if (threshold.metric !== 'finality-time') return threshold;
  const { metric, bounds } = threshold;
  const shown = QUANTILES.flatMap((quantile) => {
    const bound = bounds[quantile];
    return bound === undefined ? [] : [[quantile, formatDuration(bound)] as const];
  });
  return { metric, ...Object.fromEntries(shown) };
}
