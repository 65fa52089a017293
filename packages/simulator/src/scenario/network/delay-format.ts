import type { Distribution } from '../../distribution.ts';
import { parseDuration } from '../../duration.ts';
import type { Path, Problem } from '../diagnostic.ts';
import { duration, type JsonSchema, object, oneOf } from '../schema-shapes.ts';

/** Hold a delay distribution as the file states it. */
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

/** Describe a delay distribution. */
export const delaySchema: JsonSchema = oneOf('How long a message travels.', 'dist', [
  object('Always the same time.', {
    dist: { const: 'const' },
    mean: duration('The time every message takes.'),
  }),
  object('Any time between two bounds, all equally likely.', {
    dist: { const: 'uniform' },
    min: duration('The shortest time.'),
    max: duration('The longest time.'),
  }),
  object('Mostly short, now and then long: an exponential tail on top of a shortest time.', {
    dist: { const: 'exp' },
    mean: duration('The average time, the shortest included.'),
    'min?': duration('The shortest time; 0 ms by default.'),
  }),
  object('As measured in many networks: around a usual time, with a long tail.', {
    dist: { const: 'lognormal' },
    median: duration('The time that half of all messages stay below.'),
    p99: duration('The time that 99 of 100 messages stay below.'),
  }),
  object('Mostly close to a shortest time, and sometimes very much longer: a heavy tail.', {
    dist: { const: 'pareto' },
    min: duration('The shortest time, above 0.'),
    'alpha?': {
      title: 'a number above 0',
      description: 'The smaller, the heavier the tail; at most 1 has no average. Or give a mean.',
      type: 'number',
      exclusiveMinimum: 0,
    },
    'mean?': duration('The average time, instead of alpha.'),
  }),
]);

/** Convert a checked delay distribution. */
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

/** The mean of a Pareto distribution is alpha min / (alpha - 1). */
function alphaOf(min: bigint, mean: bigint): number {
  return Number(mean) / Number(mean - min);
}

/** Find what is wrong with a delay distribution; expects a checked shape. */
export function checkDelay(delay: RawDelay | undefined, path: Path): Problem[] {
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
): Problem[] {
  if (alpha !== undefined && mean !== undefined) {
    return atValue([...path, 'mean'], 'expected either "alpha" or "mean", got both');
  }
  if (alpha !== undefined) return [];
  if (mean === undefined) return atValue([...path, 'alpha'], 'missing key "alpha" or "mean"');
  return parseDuration(mean) > parseDuration(min)
    ? []
    : atValue([...path, 'mean'], `expected more than the min, ${min}, got ${mean}`);
}

function checkPositive(given: string, path: Path): Problem[] {
  return parseDuration(given) > 0n ? [] : atValue(path, `expected more than nothing, got ${given}`);
}

function checkOrder(low: string, high: string, path: Path, bound: string): Problem[] {
  return parseDuration(low) <= parseDuration(high)
    ? []
    : atValue(path, `expected at most the ${bound}, ${high}, got ${low}`);
}

function atValue(path: Path, message: string): Problem[] {
  return [{ path, at: 'value', message }];
}
