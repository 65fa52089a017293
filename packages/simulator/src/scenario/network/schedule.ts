import {
  duration,
  type Form,
  mapping,
  orElse,
  type StatedOf,
  same,
  type ValueOf,
  whole,
} from '../forms.ts';
import { textOr } from '../schema-shapes.ts';

/**
 * Which of several events comes first.
 *
 * `random` and `fifo` (in the order in which they were caused) order the events of one instant. A
 * `PctSchedule` goes further and lets events overtake others in time.
 */
export type Schedule = 'fifo' | 'random' | PctSchedule;

const pct = mapping('Which of several events comes first; random by default.', {
  kind: same<'pct'>({
    title: 'pct',
    description: 'By random priorities of actors.',
    const: 'pct',
  }),
  'depth?': orElse(whole('How many orderings a bug may need to show; 3 by default.', 1, 100), 3),
  'window?': orElse(duration('How far events may overtake others; 100 ms by default.'), '100 ms'),
  'events?': whole(
    'Among how many first events priorities change; by default as many as the run has if they never do.',
    1,
    2 ** 32,
  ),
});

/**
 * Gives every actor a random priority: of all queued events due within `window` nanoseconds of the
 * earliest, the first event of the actor with the highest priority comes next.
 *
 * At `depth` - 1 random points of the run, the actor that would be next drops below all that have
 * not dropped yet; how far below is random, too. The points lie among so many first `events` of the
 * run; undefined until that is measured.
 *
 * Source: Burckhardt et al., A Randomized Scheduler with Probabilistic Guarantees of Finding Bugs.
 */
export type PctSchedule = ValueOf<typeof pct>;

/** The form of a schedule. */
export const scheduleForm: Form<Schedule, 'fifo' | 'random' | StatedOf<typeof pct>> = {
  schema: textOr(
    {
      title: 'fifo, random or kind: pct with its parameters',
      pattern: '^(fifo|random)$',
    },
    pct.schema,
  ),
  load: (stated) => (typeof stated === 'string' ? stated : pct.load(stated)),
  state: (value) => (typeof value === 'string' ? value : pct.state(value)),
};
