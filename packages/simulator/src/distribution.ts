import type { Stream } from './rng.ts';

/**
 * Describes a random duration.
 *
 * `exp` is `min` plus an exponential, and `mean` is the mean of the sum. `uniform` includes both
 * ends. Units: nanoseconds.
 */
export type Distribution =
  | { readonly kind: 'const'; readonly mean: bigint }
  | { readonly kind: 'uniform'; readonly min: bigint; readonly max: bigint }
  | { readonly kind: 'exp'; readonly mean: bigint; readonly min: bigint };

/** Names what is wrong with a distribution. */
export type DistributionErrorCode = 'NegativeDuration' | 'EmptyRange';

/** Reports a distribution that describes no duration; `distribution` is the culprit. */
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
 * Draws one duration. Units: nanoseconds.
 *
 * The result is the same in every JavaScript engine: only IEEE 754 addition, multiplication,
 * division and rounding take part, never `Math.log` and its kin, whose last bits vary.
 *
 * @throws DistributionError `NegativeDuration` when a bound is below zero, `EmptyRange` when the
 * minimum exceeds the maximum or the mean
 */
export function sample(distribution: Distribution, stream: Stream): bigint {
  switch (distribution.kind) {
    case 'const':
      refuseNegative(distribution, distribution.mean);
      return distribution.mean;
    case 'uniform': {
      const { min, max } = distribution;
      refuseNegative(distribution, min);
      refuseEmpty(distribution, min, max);
      return min + stream.bigintBelow(max - min + 1n);
    }
    case 'exp': {
      const { min, mean } = distribution;
      refuseNegative(distribution, min);
      refuseEmpty(distribution, min, mean);
      return min + BigInt(Math.round(Number(mean - min) * standardExponential(stream)));
    }
  }
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
    throw new DistributionError('EmptyRange', distribution, `min ${low} at most ${high}`);
  }
}

/** Draws from the exponential distribution of mean 1 by inversion, at the cost of one `unit`. */
function standardExponential(stream: Stream): number {
  return -naturalLog(1 - stream.unit());
}

/** Terms of the series below; the first one left out is under 2^-54 of the sum. */
const SERIES_TERMS = 10;

/**
 * Computes ln x for 0 < x <= 1 with a relative error under 5e-16.
 *
 * x = m * 2^-halvings with m near 1, and ln m = 2 atanh s = 2 (s + s^3/3 + s^5/5 + ...) for
 * s = (m - 1) / (m + 1), which stays below 0.172.
 */
function naturalLog(x: number): number {
  let m = x;
  let halvings = 0;
  while (m < Math.SQRT1_2) {
    m *= 2;
    halvings += 1;
  }
  const s = (m - 1) / (m + 1);
  const square = s * s;
  let series = 0;
  for (let term = SERIES_TERMS - 1; term >= 0; term -= 1) {
    series = series * square + 1 / (2 * term + 1);
  }
  return 2 * s * series - halvings * Math.LN2;
}
