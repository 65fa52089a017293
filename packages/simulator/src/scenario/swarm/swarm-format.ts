import { formatDuration, parseDuration } from '@quorate/network';
import type { Path, Problem } from '../diagnostic.ts';
import { type JsonSchema, object } from '../schema-shapes.ts';
import { DEFAULT_SWARM, PROFILES, type Profile, type Range, type Swarm } from './swarm.ts';

/** The most steps, faults or liars that may be drawn. */
export const MAX_COUNT = 1_000;

/** What may be drawn, as the file states it. */
export interface RawSwarm {
  readonly profile?: Profile;
  readonly odds?: number;
  readonly steps?: RawRange;
  readonly operations?: Some<Swarm['operations'], number>;
  readonly schedules?: Some<Swarm['schedules'], number>;
  readonly delay?: RawRange<string>;
  readonly network?: Some<Swarm['network'], RawRange>;
  readonly faults?: Some<Swarm['faults'], RawRange>;
  readonly byzantine?: Some<Swarm['byzantine'], RawRange>;
}

/** The least and the greatest value, as the file states them. */
type RawRange<T = number> = readonly [least: T, greatest: T];

type Some<T, V> = { readonly [K in keyof T]?: V };

const weight = (name: string): JsonSchema => ({
  title: 'a number, 0 or more',
  description: `How often, compared with the others; ${name} by default.`,
  type: 'number',
  minimum: 0,
});

function pair(title: string, description: string, items: JsonSchema): JsonSchema {
  return { title, description, type: 'array', items, minItems: 2, maxItems: 2 };
}

const counts = (description: string, { least, greatest }: Range) =>
  pair(
    'two whole numbers, the lesser first, such as [0, 3]',
    `${description}; [${least}, ${greatest}] by default.`,
    {
      type: 'integer',
      minimum: 0,
      maximum: MAX_COUNT,
      title: `a whole number from 0 to ${MAX_COUNT}`,
    },
  );

const probabilities = ({ least, greatest }: Range) =>
  pair(
    'two probabilities, the lesser first, such as [0, 0.3]',
    `How likely, at least and at most; [${least}, ${greatest}] by default.`,
    { type: 'number', minimum: 0, maximum: 1, title: 'a probability from 0 to 1' },
  );

/** The schema of a mapping whose keys are those of a table, all optional. */
function table<V>(
  description: string,
  defaults: Readonly<Record<string, V>>,
  schema: (value: V) => JsonSchema,
): JsonSchema {
  const entries = Object.entries(defaults).map(([key, value]) => [`${key}?`, schema(value)]);
  return object(description, Object.fromEntries(entries));
}

/** The schema of what may be drawn. */
export const swarmSchema: JsonSchema = object(
  'What is drawn by the seed before a run: workload, faults, Byzantine nodes, network.',
  {
    'profile?': {
      title: 'safe, beyond or none',
      description:
        'How many validators may be Byzantine or forget: at most f, more than f, none; safe by default.',
      enum: [...PROFILES],
    },
    'odds?': {
      title: 'a probability from 0 to 1',
      description: `How likely each class of faults takes part at all; ${DEFAULT_SWARM.odds} by default.`,
      type: 'number',
      minimum: 0,
      maximum: 1,
    },
    'steps?': counts('How many steps each client gets that has no entry', DEFAULT_SWARM.steps),
    'operations?': table('What these are.', DEFAULT_SWARM.operations, (value) =>
      weight(`${value}`),
    ),
    'schedules?': table('Which schedule.', DEFAULT_SWARM.schedules, (value) => weight(`${value}`)),
    'delay?': pair(
      'two durations, the shorter first, such as [5 ms, 100 ms]',
      'The average delay of all links; [5 ms, 100 ms] by default.',
      { $ref: '#/definitions/duration' },
    ),
    'network?': table('How links treat messages.', DEFAULT_SWARM.network, probabilities),
    'faults?': table('How many faults of each kind.', DEFAULT_SWARM.faults, (range) =>
      counts('At least and at most', range),
    ),
    'byzantine?': table('How many nodes of each role lie.', DEFAULT_SWARM.byzantine, (range) =>
      counts('At least and at most', range),
    ),
  },
);

/** Converts what may be drawn and fills in defaults. */
export function buildSwarm(raw: RawSwarm): Swarm {
  const { profile, odds, steps, delay } = raw;
  const base = DEFAULT_SWARM;
  return {
    profile: profile ?? base.profile,
    odds: odds ?? base.odds,
    steps: buildRange(steps) ?? base.steps,
    operations: { ...base.operations, ...known(base.operations, raw.operations) },
    schedules: { ...base.schedules, ...known(base.schedules, raw.schedules) },
    delay:
      delay === undefined
        ? base.delay
        : { least: parseDuration(delay[0]), greatest: parseDuration(delay[1]) },
    network: buildRanges(base.network, raw.network),
    faults: buildRanges(base.faults, raw.faults),
    byzantine: buildRanges(base.byzantine, raw.byzantine),
  };
}

function buildRange(raw: RawRange | undefined): Range | undefined {
  return raw === undefined ? undefined : { least: raw[0], greatest: raw[1] };
}

function buildRanges<K extends string>(
  defaults: Readonly<Record<K, Range>>,
  raw: Some<Record<K, unknown>, RawRange> | undefined,
): Readonly<Record<K, Range>> {
  const entries = Object.entries(known(defaults, raw)).map(([key, value]) => [
    key,
    buildRange(value as RawRange),
  ]);
  return { ...defaults, ...Object.fromEntries(entries) };
}

/** Drops the keys that the defaults do not have, such as the author's `x-` keys. */
function known<T extends object>(defaults: T, raw: object | undefined): Partial<T> {
  const entries = Object.entries(raw ?? {}).filter(([key]) => Object.hasOwn(defaults, key));
  return Object.fromEntries(entries) as Partial<T>;
}

/** Gives what may be drawn as a file states it; the inverse of `buildSwarm`. */
export function rawOfSwarm(swarm: Swarm): RawSwarm {
  const { profile, odds, operations, schedules, delay } = swarm;
  return {
    profile,
    odds,
    steps: rawOfRange(swarm.steps),
    operations,
    schedules,
    delay: [formatDuration(delay.least), formatDuration(delay.greatest)],
    network: rawOfRanges(swarm.network),
    faults: rawOfRanges(swarm.faults),
    byzantine: rawOfRanges(swarm.byzantine),
  };
}

function rawOfRange({ least, greatest }: Range): RawRange {
  return [least, greatest];
}

function rawOfRanges<K extends string>(
  ranges: Readonly<Record<K, Range>>,
): Readonly<Record<K, RawRange>> {
  const entries = Object.entries<Range>(ranges).map(([key, range]) => [key, rawOfRange(range)]);
  return Object.fromEntries(entries) as Record<K, RawRange>;
}

/**
 * Finds ranges whose ends are in the wrong order, and weights that add up to 0; expects the checked
 * shape.
 */
export function checkSwarm(raw: RawSwarm): Problem[] {
  const { steps, delay, network = {}, faults = {}, byzantine = {} } = raw;
  const spans = delay === undefined ? [] : [delay.map(parseDuration)];
  const { operations, schedules } = buildSwarm(raw);
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
