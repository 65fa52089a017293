import { formatDuration, parseDuration } from '@quorate/network';
import type { Path, Problem } from '../diagnostic.ts';
import { either, type Form, type Keys, mapping, orElse, type StatedOf, same } from '../forms.ts';
import type { JsonSchema } from '../schema-shapes.ts';
import { DEFAULT_SWARM, PROFILES, type Range, type Swarm } from './swarm.ts';

/** The most steps, faults or liars that may be drawn. */
export const MAX_COUNT = 1_000;

/** The least and the greatest value, as the file states them. */
type RawRange<T = number> = readonly [least: T, greatest: T];

const weight = (usual: number) =>
  same<number>({
    title: 'a number, 0 or more',
    description: `How often, compared with the others; ${usual} by default.`,
    type: 'number',
    minimum: 0,
  });

function pair(title: string, description: string, items: JsonSchema): JsonSchema {
  return { title, description, type: 'array', items, minItems: 2, maxItems: 2 };
}

function range(schema: JsonSchema): Form<Range, RawRange> {
  return {
    schema,
    load: ([least, greatest]) => ({ least, greatest }),
    state: ({ least, greatest }) => [least, greatest],
  };
}

const counts = (description: string, { least, greatest }: Range) =>
  range(
    pair(
      'two whole numbers, the lesser first, such as [0, 3]',
      `${description}; [${least}, ${greatest}] by default.`,
      {
        type: 'integer',
        minimum: 0,
        maximum: MAX_COUNT,
        title: `a whole number from 0 to ${MAX_COUNT}`,
      },
    ),
  );

const eachCounts = (usual: Range) => counts('At least and at most', usual);

const probabilities = ({ least, greatest }: Range) =>
  range(
    pair(
      'two probabilities, the lesser first, such as [0, 0.3]',
      `How likely, at least and at most; [${least}, ${greatest}] by default.`,
      { type: 'number', minimum: 0, maximum: 1, title: 'a probability from 0 to 1' },
    ),
  );

const delay: Form<Range<bigint>, RawRange<string>> = {
  schema: pair(
    'two durations, the shorter first, such as [5 ms, 100 ms]',
    'The average delay of all links; [5 ms, 100 ms] by default.',
    { $ref: '#/definitions/duration' },
  ),
  load: ([least, greatest]) => ({
    least: parseDuration(least),
    greatest: parseDuration(greatest),
  }),
  state: ({ least, greatest }) => [formatDuration(least), formatDuration(greatest)],
};

/** The form of a mapping whose keys are those of a table, which are its defaults. */
function table<K extends string, Value, Stated>(
  description: string,
  defaults: Readonly<Record<K, Value>>,
  form: (usual: Value) => Form<Value, Stated>,
) {
  const keys: Keys = Object.fromEntries(
    Object.entries<Value>(defaults).map(([key, usual]) => [`${key}?`, usually(usual, form)]),
  );
  const whole = mapping(description, keys) as Form<
    Readonly<Record<K, Value>>,
    { readonly [N in K]?: Stated }
  >;
  return orElse(whole, {});
}

function usually<Value, Stated>(usual: Value, form: (usual: Value) => Form<Value, Stated>) {
  const own = form(usual);
  return orElse(own, own.state(usual));
}

const base = DEFAULT_SWARM;

/** The form of what may be drawn. */
export const swarmForm = mapping(
  'What is drawn by the seed before a run: workload, faults, Byzantine nodes, network.',
  {
    'profile?': orElse(
      either(
        'How many validators may be Byzantine or forget: at most f, more than f, none; safe by default.',
        PROFILES,
      ),
      base.profile,
    ),
    'odds?': orElse(
      same<number>({
        title: 'a probability from 0 to 1',
        description: `How likely each class of faults takes part at all; ${base.odds} by default.`,
        type: 'number',
        minimum: 0,
        maximum: 1,
      }),
      base.odds,
    ),
    'steps?': usually(base.steps, (usual) =>
      counts('How many steps each client gets that has no entry', usual),
    ),
    'operations?': table('What these are.', base.operations, weight),
    'schedules?': table('Which schedule.', base.schedules, weight),
    'delay?': usually(base.delay, () => delay),
    'network?': table('How links treat messages.', base.network, probabilities),
    'faults?': table('How many faults of each kind.', base.faults, eachCounts),
    'byzantine?': table('How many nodes of each role lie.', base.byzantine, eachCounts),
  },
) satisfies Form<Swarm, unknown>;

/** What may be drawn, as the file states it. */
export type RawSwarm = StatedOf<typeof swarmForm>;

/**
 * Finds ranges whose ends are in the wrong order, and weights that add up to 0; expects the checked
 * shape.
 */
export function checkSwarm(raw: RawSwarm): Problem[] {
  const { steps, delay: between, network = {}, faults = {}, byzantine = {} } = raw;
  const spans = between === undefined ? [] : [between.map(parseDuration)];
  const { operations, schedules } = swarmForm.load(raw);
  return [
    ...checkWeights(operations, ['swarm', 'operations']),
    ...checkWeights(schedules, ['swarm', 'schedules']),
    ...checkRange(steps, ['swarm', 'steps']),
    ...spans.flatMap((span) => checkRange(span as [bigint, bigint], ['swarm', 'delay'])),
    ...Object.entries({ network, faults, byzantine }).flatMap(([section, ranges]) =>
      Object.entries(ranges).flatMap(([key, range]) =>
        checkRange(Array.isArray(range) ? (range as RawRange) : undefined, ['swarm', section, key]),
      ),
    ),
  ];
}

function checkWeights(weights: Readonly<Record<string, number>>, path: Path): Problem[] {
  if (Object.values(weights).some((each) => each > 0)) return [];
  return [{ path, at: 'value', message: 'expected at least one weight above 0' }];
}

function checkRange<T extends number | bigint>(
  range: readonly [T, T] | undefined,
  path: Path,
): Problem[] {
  if (range === undefined || range[0] <= range[1]) return [];
  return [{ path: [...path, 0], at: 'value', message: 'expected the lesser of the two first' }];
}
