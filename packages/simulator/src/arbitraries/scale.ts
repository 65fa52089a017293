import fc from 'fast-check';
import type { Range } from '../scenario/swarm/swarm.ts';
import type { ScenarioSpace } from './scenario-space.ts';
import { type Sketch, shuffledFrom } from './sketch.ts';
import { weighted } from './values.ts';

/** How much there is of everything in a run: a little, some, or all that the space allows. */
type Scale = 'little' | 'some' | 'plenty';

/**
 * How often each scale is drawn compared with the others.
 *
 * Nearly all that can break breaks among four validators within a few steps, and such a run costs a
 * third of a great one. What needs many validators, long histories or many faults at once is left to
 * the rest. Liars are as many as ever: they cost little, and are most of the danger.
 */
const SCALES: Readonly<Record<Scale, number>> = { little: 6, some: 3, plenty: 1 };

/** How many there are of what is counted, at most. */
interface Caps {
  readonly validators: number;
  readonly clients: number;
  readonly steps: number;
  /** Kinds of faults beside crashes, each of which still takes part or not. */
  readonly faults: number;
}

const CAPS: Readonly<Record<Exclude<Scale, 'plenty'>, Caps>> = {
  little: { validators: 4, clients: 3, steps: 1, faults: 3 },
  some: { validators: 7, clients: 3, steps: 2, faults: 5 },
};

const order = shuffledFrom((names: readonly string[]) => names);

/** Draws how much of a space a run makes use of; where the space asks for all, that is all. */
export function scaled(space: ScenarioSpace): fc.Arbitrary<ScenarioSpace> {
  if (space.odds === 1) return fc.constant(space);
  return fc
    .tuple(weighted(SCALES), order)
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

/** Leaves two at most of some kinds, crashes among them, and none of the others. */
function few(ranges: ScenarioSpace['faults'], count: number, order: Order): typeof ranges {
  const chosen = ['crash', ...order(Object.keys(ranges)).slice(0, count)];
  const left = Object.entries(ranges).map(([kind, range]) => [
    kind,
    chosen.includes(kind) ? atMost(range, 2) : { least: 0, greatest: 0 },
  ]);
  return Object.fromEntries(left) as typeof ranges;
}
