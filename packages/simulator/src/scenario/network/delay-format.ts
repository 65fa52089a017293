import { delayMistakes, type RawDelay } from '@quorate/network';
import type { Path, Problem } from '../diagnostic.ts';
import { duration, type JsonSchema, object, oneOf } from '../schema-shapes.ts';

/** The schema of a delay distribution. */
export const delaySchema: JsonSchema = {
  ...oneOf('How long a message travels.', 'dist', [
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
  ]),
  // A bare duration is what most people try first.
  title: 'a delay (such as { dist: const, mean: 50 ms })',
};

/** Finds what is wrong with a delay distribution; expects the checked shape. */
export function checkDelay(delay: RawDelay | undefined, path: Path): Problem[] {
  return delayMistakes(delay, path).map((mistake) => ({ ...mistake, at: 'value' }));
}
