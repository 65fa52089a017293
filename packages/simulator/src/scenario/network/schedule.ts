import { parseDuration } from '@quorate/network';
import { duration, type JsonSchema } from '../schema-shapes.ts';

/**
 * Which of several events comes first.
 *
 * `random` and `fifo` (in the order in which they were caused) order the events of one instant. A
 * `PctSchedule` goes further and lets events overtake others in time.
 */
export type Schedule = 'fifo' | 'random' | PctSchedule;

/**
 * Gives every actor a random priority: of all queued events due within `window` nanoseconds of the
 * earliest, the first event of the actor with the highest priority comes next.
 *
 * Source: Burckhardt et al., A Randomized Scheduler with Probabilistic Guarantees of Finding Bugs.
 */
export interface PctSchedule {
  readonly kind: 'pct';
  /**
   * At `depth` - 1 random points of the run, the actor that would be next drops below all that have
   * not dropped yet; how far below is random, too.
   */
  readonly depth: number;
  readonly window: bigint;
  /** The points lie among this many first events of the run; undefined until that is measured. */
  readonly events: number | undefined;
}

/** A schedule as the file states it. */
export type RawSchedule =
  | 'fifo'
  | 'random'
  | {
      readonly kind: 'pct';
      readonly depth?: number;
      readonly window?: string;
      readonly events?: number;
    };

const wholeFromOne = (description: string, maximum: number): JsonSchema => ({
  title: `a whole number from 1 to ${maximum}`,
  description,
  type: 'integer',
  minimum: 1,
  maximum,
});

/** The schema of a schedule. */
export const scheduleSchema: JsonSchema = {
  title: 'fifo, random or kind: pct with its parameters',
  description: 'Which of several events comes first; random by default.',
  type: ['string', 'object'],
  pattern: '^(fifo|random)$',
  required: ['kind'],
  properties: {
    kind: { title: 'pct', description: 'By random priorities of actors.', const: 'pct' },
    depth: wholeFromOne('How many orderings a bug may need to show; 3 by default.', 100),
    window: duration('How far events may overtake others; 100 ms by default.'),
    events: wholeFromOne(
      'Among how many first events priorities change; by default as many as the run has if they never do.',
      2 ** 32,
    ),
  },
  patternProperties: { '^x-': {} },
  additionalProperties: false,
};

/** Converts a checked schedule. */
export function buildSchedule(raw: RawSchedule = 'random'): Schedule {
  if (typeof raw === 'string') return raw;
  const { kind, depth = 3, window = '100 ms', events } = raw;
  return { kind, depth, window: parseDuration(window), events };
}
