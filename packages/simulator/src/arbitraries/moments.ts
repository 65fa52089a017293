import fc from 'fast-check';
import type { Moment, Point, ProtocolMoment } from '../scenario/faults/moment.ts';
import { elementAt, type Sketches, share } from './sketch.ts';
import { type Stage, validatorsOf } from './stage.ts';
import { MS } from './values.ts';

/**
 * The points of the protocol that a node of each role reaches, the more telling ones several times.
 */
const REACHED = {
  // Between signing and answering a crash can lose most.
  validator: [
    'received',
    'signed',
    'signed',
    'flushed',
    'answered',
    'answered',
    'settled',
    'effect',
  ],
  proxy: ['received', 'certified', 'flushed', 'answered', 'effect'],
  // A client may sign anew what it sends before it has written it.
  client: ['received', 'flushed', 'answered', 'effect', 'effect', 'effect'],
} as const satisfies Readonly<Record<string, readonly ProtocolMoment[]>>;

/** The points that validators reach only if the committee changes, once in most runs. */
const MERGES: readonly ProtocolMoment[] = ['merged', 'merged'];
/** The points that validators with a seat from the start reach then. */
const FREEZES: readonly ProtocolMoment[] = ['frozen', 'frozen'];

/** Draws a time within the horizon, mostly early: that is when most happens. */
export const someTime: Sketches<Pick<Stage, 'horizon'>, Moment> = share.map(
  (drawn) =>
    ({ horizon }) => ({
      kind: 'time',
      at: BigInt(Math.floor(drawn * drawn * Number(horizon / MS))) * MS,
    }),
);

/**
 * Draws a time within the horizon, mostly late: for acts that need something to have happened
 * before.
 */
export const someLateTime: Sketches<Pick<Stage, 'horizon'>, Moment> = share.map(
  (drawn) =>
    ({ horizon }) => ({
      kind: 'time',
      at: BigInt(Math.ceil((1 - drawn * drawn) * Number(horizon / MS))) * MS,
    }),
);

/** Draws a number of events, mostly within what a small run delivers. */
const someCount: Sketches<Stage, Moment> = share.map((drawn) => ({ events }) => ({
  kind: 'events',
  count: Math.max(1, Math.floor(drawn * drawn * events)),
}));

/** Draws a point of the protocol at a node. */
export const somePoint: Sketches<Stage & { readonly node: string }, Point> = fc
  .tuple(share, fc.constantFrom(1, 1, 1, 1, 2, 3))
  .map(([drawn, count]) => (stage) => {
    const { node } = stage;
    const points = pointsOf(stage);
    const after = elementAt(points, drawn) as ProtocolMoment;
    const isOfHandover = MERGES.includes(after) || FREEZES.includes(after);
    return { node, after, count: isOfHandover ? 1 : count };
  });

const atSomePoint: Sketches<Stage & { readonly node: string }, Moment> = somePoint.map(
  (point) => (stage) => ({ kind: 'trigger', ...point(stage) }),
);

/**
 * Draws the moment at which something strikes a node: a point of the protocol, a time, or a number
 * of events.
 */
export const someMoment: Sketches<Stage & { readonly node: string }, Moment> = fc.oneof(
  { weight: 5, arbitrary: atSomePoint },
  { weight: 4, arbitrary: someTime },
  { weight: 1, arbitrary: someCount },
);

function pointsOf(stage: Stage & { readonly node: string }): readonly ProtocolMoment[] {
  const { node, cluster, changes } = stage;
  if (!validatorsOf(stage).includes(node)) {
    return REACHED[cluster.proxies.includes(node) ? 'proxy' : 'client'];
  }
  if (changes.length === 0) return REACHED.validator;
  const isSeated = cluster.validators.includes(node);
  return [...REACHED.validator, ...MERGES, ...(isSeated ? FREEZES : [])];
}
