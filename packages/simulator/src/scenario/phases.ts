import { formatDuration, parseDuration } from '@quorate/network';
import type { Problem } from './diagnostic.ts';
import type { RawMoment } from './faults/moment.ts';
import { duration, type JsonSchema, object } from './schema-shapes.ts';

/** Says who is healed when the chaos is over. */
export const HEALS = ['all', 'quorum'] as const;

/** Who is healed: every node, or proxies, clients and a quorum of correct validators. */
export type Heal = (typeof HEALS)[number];

/**
 * Divide a run in two: a chaos in which only safety is demanded, and, once faults have healed, the
 * rest of it, by whose end every honest client has to be done.
 */
export interface ScenarioPhases {
  /** Nanoseconds from the start of the run. */
  readonly chaos: bigint;
  readonly heal: Heal;
}

/** Hold the phases as the file states them. */
export interface RawPhases {
  readonly chaos: string;
  readonly heal?: Heal;
}

/** What is left for the second phase when no limit is given: more than a client repeats itself. */
const AFTER_CHAOS = parseDuration('5 min');

/** How long the chaos of a scenario lasts that leaves the rest to the seed and states none. */
export const DRAWN_CHAOS = '15 s';

/** What of a scenario phases concern. */
interface Phased {
  readonly phases?: RawPhases;
  readonly swarm?: object;
  readonly faults?: readonly Pick<RawMoment, 'at'>[];
}

/** Describe the phases to editors and to the loader. */
export const phasesSchema: JsonSchema = object(
  'A chaos in which only safety counts; then faults heal and everybody has to be done by the end.',
  {
    chaos: duration('How long the chaos lasts.'),
    'heal?': {
      title: 'all or quorum',
      description:
        'Who is healed: all nodes, or only a quorum of correct validators, drawn at random, beside proxies and clients; all by default.',
      enum: [...HEALS],
    },
  },
);

/** Convert checked phases. */
export function buildPhases({ chaos, heal = 'all' }: RawPhases): ScenarioPhases {
  return { chaos: parseDuration(chaos), heal };
}

/** Give what a file would state of phases. */
export function rawOfPhases({ chaos, heal }: ScenarioPhases): RawPhases {
  return { chaos: formatDuration(chaos), heal };
}

/** Give the virtual time at which a run with these phases ends unless a limit is given. */
export function simTimeOf(phases: RawPhases | undefined): bigint {
  return phases === undefined ? parseDuration('60 s') : parseDuration(phases.chaos) + AFTER_CHAOS;
}

/** Find a chaos that outlasts the run, and faults that would begin when all heal; expects a checked shape. */
export function checkPhases({ phases, faults = [], swarm }: Phased, simTime: bigint): Problem[] {
  if (phases === undefined) {
    const end = `${DRAWN_CHAOS}, at which faults heal in a drawn scenario without "phases"`;
    return swarm === undefined ? [] : tooLate(faults, DRAWN_CHAOS, end);
  }
  if (parseDuration(phases.chaos) >= simTime) {
    const message = `expected less than limits.simTime, ${formatDuration(simTime)}, got ${phases.chaos}`;
    return [{ path: ['phases', 'chaos'], at: 'value', message }];
  }
  return tooLate(
    faults,
    phases.chaos,
    `the end of phases.chaos, ${phases.chaos}, at which faults heal`,
  );
}

/** Finds faults that would begin after a chaos; `end` says in words when that is over. */
function tooLate(faults: NonNullable<Phased['faults']>, chaos: string, end: string): Problem[] {
  const over = parseDuration(chaos);
  return faults.flatMap(({ at }, index): Problem[] =>
    typeof at !== 'string' || parseDuration(at) < over
      ? []
      : [
          {
            path: ['faults', index, 'at'],
            at: 'value',
            message: `expected a time before ${end}, got ${at}`,
          },
        ],
  );
}
