import { choice, duration, is, listOf, mapping, same, together, type ValueOf } from './forms.ts';

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

const COST_DESCRIPTIONS: Readonly<Record<CostMetric, string>> = {
  'verifications-per-transaction': 'How many signatures all nodes together have verified.',
  'signatures-per-transaction': 'How many signatures clients and validators have made.',
  'messages-per-transaction': 'How many messages were sent.',
};

const costs = COST_METRICS.map((metric) =>
  mapping(COST_DESCRIPTIONS[metric], {
    metric: is(metric),
    max: same<number>({
      title: 'a number, 0 or more',
      description: 'The most, for each transaction that a quorum has settled.',
      type: 'number',
      minimum: 0,
    }),
  }),
);

const finality = mapping('From when a transaction is first sent until a quorum has settled it.', {
  metric: is('finality-time'),
  // In nanoseconds, by quantile.
  bounds: together({
    'p50?': duration('The longest time for the faster half.'),
    'p95?': duration('The longest time for all but the slowest twentieth.'),
    'max?': duration('The longest time for all.'),
  }),
});

/** The form of the thresholds. */
export const thresholdsForm = listOf(
  'What the run may cost; virtual costs are exact and the same on every machine.',
  choice('One bound.', 'metric', [...costs, finality]),
);

/** A limit on what a run may cost. */
export type Threshold = ValueOf<typeof thresholdsForm>[number];
