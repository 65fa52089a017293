import { formatDuration, parseDuration } from '@quorate/network';
import type { Problem } from './diagnostic.ts';
import type { RawMoment } from './faults/moment.ts';
import { duration, either, mapping, orElse, type StatedOf, type ValueOf } from './forms.ts';

/**
 * Which nodes heal when the chaos is over: all of them, or proxies, clients and a quorum of correct
 * validators.
 */
export const HEALS = ['all', 'quorum'] as const;

/** The form of the phases. */
export const phasesForm = mapping(
  'A chaos in which only safety counts; then faults heal and everybody has to be done by the end.',
  {
    chaos: duration('How long the chaos lasts.'),
    'heal?': orElse(
      either(
        'Who is healed: all nodes, or only a quorum of correct validators, drawn at random, beside proxies and clients; all by default.',
        HEALS,
      ),
      'all',
    ),
  },
);

/**
 * Divides a run in two: a chaos in which only safety is required, and then, once faults have
 * healed, a calm by whose end every honest client has to be done. Times are in nanoseconds.
 */
export type ScenarioPhases = ValueOf<typeof phasesForm>;

/** The phases as the file states them. */
export type RawPhases = StatedOf<typeof phasesForm>;

/** The default length of the second phase: longer than a client repeats its requests. */
const AFTER_CHAOS = parseDuration('5 min');

/** The length of the chaos of a drawn scenario that states none. */
export const DRAWN_CHAOS = '15 s';

/** The parts of a scenario that phases concern. */
interface Phased {
  readonly phases?: RawPhases;
  readonly swarm?: object;
  readonly faults?: readonly Pick<RawMoment, 'at'>[];
}

/**
 * Gives the virtual time in nanoseconds at which a run with these phases ends if no limit is given.
 */
export function simTimeOf(phases: RawPhases | undefined): bigint {
  return phases === undefined ? parseDuration('60 s') : parseDuration(phases.chaos) + AFTER_CHAOS;
}

/**
 * Finds a chaos that outlasts the run, and faults that would begin after the faults heal; expects
 * the checked shape.
 */
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
