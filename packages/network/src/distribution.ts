import type { Stream } from './rng.ts';
import { cosine, exponential, naturalLog } from './series.ts';

/**
 * A distribution of durations. Units: nanoseconds.
 *
 * `exp` is `min` plus an exponential, and `mean` is the mean of the sum. `uniform` includes both
 * ends. Of `lognormal`, half are below `median` and 99 of 100 below `p99`. Of `pareto`, the share
 * above x is (`min` / x)^`alpha`: its mean is `alpha` `min` / (`alpha` - 1), and infinite for an
 * `alpha` of at most 1.
 */
export type Distribution =
  | { readonly kind: 'const'; readonly mean: bigint }
  | { readonly kind: 'uniform'; readonly min: bigint; readonly max: bigint }
  | { readonly kind: 'exp'; readonly mean: bigint; readonly min: bigint }
  | { readonly kind: 'lognormal'; readonly median: bigint; readonly p99: bigint }
  | { readonly kind: 'pareto'; readonly min: bigint; readonly alpha: number };

/** What is wrong with a distribution. */
export type DistributionErrorCode = 'NegativeDuration' | 'EmptyRange' | 'NoTail';

/** A distribution describes no duration; `distribution` is the one at fault. */
class DistributionError extends Error {
  override readonly name = 'DistributionError';
  readonly code: DistributionErrorCode;
  readonly distribution: Distribution;

  constructor(code: DistributionErrorCode, distribution: Distribution, expected: string) {
    super(`${code}: "${distribution.kind}" expected ${expected}`);
    this.code = code;
    this.distribution = distribution;
  }
}

/**
 * The longest duration from a heavy tail: 10 days. By then any run is over, and the clock can show
 * it.
 */
const LONGEST_TAIL = 864_000_000_000_000;

/** The bound below which 99 of 100 standard normal values lie. */
const NORMAL_P99 = 2.3263478740408408;

/**
 * Draws durations of one distribution, in whole nanoseconds; exact up to 2^53, which is 104 days.
 */
export type Sampler = (stream: Stream) => number;

/**
 * Creates the sampler of a distribution.
 *
 * Its durations are the same in every JavaScript engine: see `series.ts`. A duration of `lognormal`
 * or `pareto` is cut off at 10 days, or at its median or minimum if that is longer.
 *
 * @throws DistributionError `NegativeDuration` when a bound is below zero; `EmptyRange` when the
 * minimum exceeds the maximum or the mean, or the median exceeds the p99; `NoTail` when the median,
 * minimum or alpha of a heavy tail is not above zero
 */
export function createSampler(distribution: Distribution): Sampler {
  switch (distribution.kind) {
    case 'const': {
      refuseNegative(distribution, distribution.mean);
      const mean = Number(distribution.mean);
      return () => mean;
    }
    case 'uniform':
      return uniform(distribution);
    case 'exp': {
      const { min, mean } = distribution;
      refuseNegative(distribution, min);
      refuseEmpty(distribution, min, mean);
      const [least, scale] = [Number(min), Number(mean - min)];
      return (stream) => least + Math.round(scale * standardExponential(stream));
    }
    case 'lognormal': {
      const { median, p99 } = distribution;
      refuseNoTail(distribution, median > 0n);
      refuseEmpty(distribution, median, p99);
      const deviation = -naturalLog(Number(median) / Number(p99)) / NORMAL_P99;
      const usual = Number(median);
      return (stream) => tail(usual, exponential(deviation * standardNormal(stream)));
    }
    case 'pareto': {
      const { min, alpha } = distribution;
      refuseNoTail(distribution, min > 0n && alpha > 0);
      const usual = Number(min);
      return (stream) => tail(usual, exponential(standardExponential(stream) / alpha));
    }
  }
}

function uniform(distribution: Extract<Distribution, { readonly kind: 'uniform' }>): Sampler {
  const { min, max } = distribution;
  refuseNegative(distribution, min);
  refuseEmpty(distribution, min, max);
  const [least, count] = [Number(min), max - min + 1n];
  return (stream) => least + Number(stream.bigintBelow(count));
}

function refuseNegative(distribution: Distribution, bound: bigint): void {
  if (bound < 0n) {
    throw new DistributionError(
      'NegativeDuration',
      distribution,
      `no less than 0 ns, not ${bound}`,
    );
  }
}

function refuseEmpty(distribution: Distribution, low: bigint, high: bigint): void {
  if (low > high) {
    throw new DistributionError('EmptyRange', distribution, `${low} at most ${high}`);
  }
}

function refuseNoTail(distribution: Distribution, hasTail: boolean): void {
  if (!hasTail) {
    throw new DistributionError('NoTail', distribution, 'a time and an alpha above 0');
  }
}

function tail(usual: number, factor: number): number {
  const longest = Math.max(usual, LONGEST_TAIL);
  const drawn = usual * factor;
  return drawn < longest ? Math.round(drawn) : longest;
}

/** Draws from the exponential distribution with mean 1 by inversion; costs one `unit`. */
function standardExponential(stream: Stream): number {
  return -naturalLog(1 - stream.unit());
}

/** Draws from the standard normal distribution (Box and Muller); costs two `unit`s. */
function standardNormal(stream: Stream): number {
  const radius = Math.sqrt(2 * standardExponential(stream));
  return radius * cosine(2 * Math.PI * (stream.unit() - 0.5));
}
