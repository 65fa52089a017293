import type { Distribution } from './distribution.ts';
import { parseDuration } from './duration.ts';

/** The path from a stated value to a part of it. */
export type Path = readonly (string | number)[];

/** What is wrong with a part of a stated value. */
export interface Mistake {
  readonly path: Path;
  readonly message: string;
}

/** A delay distribution as users state it: durations with units. */
export type RawDelay =
  | { readonly dist: 'const'; readonly mean: string }
  | { readonly dist: 'uniform'; readonly min: string; readonly max: string }
  | { readonly dist: 'exp'; readonly mean: string; readonly min?: string }
  | { readonly dist: 'lognormal'; readonly median: string; readonly p99: string }
  | {
      readonly dist: 'pareto';
      readonly min: string;
      readonly alpha?: number;
      readonly mean?: string;
    };

/** Converts a stated delay distribution. */
export function buildDelay(delay: RawDelay): Distribution {
  switch (delay.dist) {
    case 'const':
      return { kind: 'const', mean: parseDuration(delay.mean) };
    case 'uniform':
      return { kind: 'uniform', min: parseDuration(delay.min), max: parseDuration(delay.max) };
    case 'exp': {
      const min = parseDuration(delay.min ?? '0 ms');
      return { kind: 'exp', mean: parseDuration(delay.mean), min };
    }
    case 'lognormal': {
      const { median, p99 } = delay;
      return { kind: 'lognormal', median: parseDuration(median), p99: parseDuration(p99) };
    }
    case 'pareto': {
      const min = parseDuration(delay.min);
      const { alpha = alphaOf(min, parseDuration(delay.mean ?? '0 ms')) } = delay;
      return { kind: 'pareto', min, alpha };
    }
  }
}

/** Computes alpha from the mean of a Pareto distribution, which is alpha min / (alpha - 1). */
function alphaOf(min: bigint, mean: bigint): number {
  return Number(mean) / Number(mean - min);
}

/** Finds contradicting values in a delay distribution of the right shape. */
export function delayMistakes(delay: RawDelay | undefined, path: Path): readonly Mistake[] {
  switch (delay?.dist) {
    case undefined:
    case 'const':
      return [];
    case 'uniform':
      return checkOrder(delay.min, delay.max, [...path, 'min'], 'max');
    case 'exp':
      return checkOrder(delay.min ?? '0 ms', delay.mean, [...path, 'min'], 'mean');
    case 'lognormal':
      return [
        ...checkPositive(delay.median, [...path, 'median']),
        ...checkOrder(delay.median, delay.p99, [...path, 'median'], 'p99'),
      ];
    case 'pareto':
      return [...checkPositive(delay.min, [...path, 'min']), ...checkTail(delay, path)];
  }
}

function checkTail(
  { min, alpha, mean }: Extract<RawDelay, { readonly dist: 'pareto' }>,
  path: Path,
): readonly Mistake[] {
  if (alpha !== undefined && mean !== undefined) {
    return atValue([...path, 'mean'], 'expected either "alpha" or "mean", got both');
  }
  if (alpha !== undefined) return [];
  if (mean === undefined) return atValue([...path, 'alpha'], 'missing key "alpha" or "mean"');
  return parseDuration(mean) > parseDuration(min)
    ? []
    : atValue([...path, 'mean'], `expected more than the min, ${min}, got ${mean}`);
}

export function checkPositive(given: string, path: Path): readonly Mistake[] {
  return parseDuration(given) > 0n ? [] : atValue(path, `expected more than nothing, got ${given}`);
}

function checkOrder(low: string, high: string, path: Path, bound: string): readonly Mistake[] {
  return parseDuration(low) <= parseDuration(high)
    ? []
    : atValue(path, `expected at most the ${bound}, ${high}, got ${low}`);
}

function atValue(path: Path, message: string): readonly Mistake[] {
  return [{ path, message }];
}
