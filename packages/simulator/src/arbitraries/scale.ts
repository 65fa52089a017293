import fc from 'fast-check';
import type { Range } from '../scenario/swarm/swarm.ts';
import type { ScenarioSpace } from './scenario-space.ts';
import { type Sketch, shuffledNames } from './sketch.ts';
import { weighted } from './values.ts';

/** How much of everything a run has: a little, some, or all that the space allows. */
type Scale = 'little' | 'some' | 'plenty';

/**
 * The weights of the scales.
 *
 * Nearly everything that can break breaks with four validators and a few steps, and such a run
 * costs a third of a large one. Failures that need many validators, long histories or many faults
 * at once are left to the other runs. The number of liars is not scaled down: they cost little and
 * cause most failures.
 */
const SCALES: Readonly<Record<Scale, number>> = { little: 6, some: 3, plenty: 1 };

/** The greatest counts of a run. */
interface Caps {
  readonly validators: number;
  readonly clients: number;
  readonly steps: number;
  /** How many kinds of faults are possible besides crashes; each of them may still not occur. */
  readonly faults: number;
}

const CAPS: Readonly<Record<Exclude<Scale, 'plenty'>, Caps>> = {
  little: { validators: 4, clients: 3, steps: 1, faults: 3 },
  some: { validators: 7, clients: 3, steps: 2, faults: 5 },
};

/**
 * Draws how much of a space a run uses; if the space asks for everything, the run uses all of it.
 */
export function scaled(space: ScenarioSpace): fc.Arbitrary<ScenarioSpace> {
  if (space.odds === 1) return fc.constant(space);
  return fc
    .tuple(weighted(SCALES), shuffledNames)
    .map(([scale, ordered]) => (scale === 'plenty' ? space : within(space, CAPS[scale], ordered)));
}

type Order = Sketch<readonly string[], readonly string[]>;

function within(space: ScenarioSpace, caps: Caps, order: Order): ScenarioSpace {
  return {
    ...space,
    validators: atMost(space.validators, caps.validators),
    clients: atMost(space.clients, caps.clients),
    steps: atMost(space.steps, caps.steps),
    faults: few(space.faults, caps.faults, order),
  };
}

function atMost({ least, greatest }: Range, cap: number): Range {
  return { least, greatest: Math.max(least, Math.min(greatest, cap)) };
}

/** Keeps at most two faults of some kinds, crashes among them, and none of the other kinds. */
function few(ranges: ScenarioSpace['faults'], count: number, order: Order): typeof ranges {
  const chosen = ['crash', ...order(Object.keys(ranges)).slice(0, count)];
  const left = Object.entries(ranges).map(([kind, range]) => [
    kind,
    chosen.includes(kind) ? atMost(range, 2) : { least: 0, greatest: 0 },
  ]);
  return Object.fromEntries(left) as typeof ranges;
}
