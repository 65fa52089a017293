import fc from 'fast-check';
import type { Draw } from '../../draw/draw.ts';
import type { ScenarioCluster } from '../../scenario/cluster/cluster.ts';
import type { CommitteeChange } from '../../scenario/cluster/committee-changes.ts';
import type { Fault } from '../../scenario/faults/fault.ts';
import type { Moment } from '../../scenario/faults/moment.ts';
import type { ScenarioSpace } from '../scenario-space.ts';
import { oneFrom, type Sketches, share } from '../sketch.ts';
import { chance, span, weighted } from '../values.ts';

/** How many times likelier than a class of faults it is that nodes are struck in a handover. */
const ODDS = 0.6;

/** A handover in which a node is struck. */
interface Scene {
  readonly proxies: readonly string[];
  readonly before: readonly string[];
  readonly members: readonly string[];
}

/** What strikes nodes in handovers, and how much longer the chaos has to last for that. */
export interface Struck {
  readonly faults: readonly Fault[];
  readonly more: bigint;
}

const NOBODY: Struck = { faults: [], more: 0n };

/** The kinds of faults that strike nodes in a handover. */
const WEIGHTS = { crash: 4, pause: 2, cut: 2, clog: 2 } as const;

type Kind = keyof typeof WEIGHTS;

/**
 * When a member of the ended committee has frozen, or one of the next has merged. The others freeze
 * and merge within the next round trips, each with its own part of what there is to know.
 */
const moments: Sketches<Scene, Moment> = fc
  .tuple(
    oneFrom(({ before }: Scene) => before),
    oneFrom(({ members }: Scene) => members),
    chance(0.7),
  )
  .map(([ended, next, isFrozen]) => (scene) => ({
    kind: 'trigger',
    node: isFrozen ? ended(scene) : next(scene),
    after: isFrozen ? 'frozen' : 'merged',
    count: 1,
  }));

/** Mostly a member of one of the two committees, at times a proxy that has transactions under way. */
const victims: Sketches<Scene, string> = fc.oneof(
  { weight: 3, arbitrary: oneFrom(({ before }: Scene) => before) },
  { weight: 4, arbitrary: oneFrom(({ members }: Scene) => members) },
  { weight: 1, arbitrary: oneFrom(({ proxies }: Scene) => proxies) },
);

const FROM_ONE_NODE = { to: ['*'], direction: 'two-way' } as const;

/** What strikes one node, still without its id. */
const blows: Sketches<Scene & { readonly kinds: readonly Kind[] }, Omit<Fault, 'id'>> = fc
  .record({
    drawn: weighted(WEIGHTS),
    moment: moments,
    victim: victims,
    disk: weighted({ keep: 3, 'lose-unsynced': 4, torn: 3 }),
    lasting: fc.oneof(span(20, 500), span(500, 4_000)),
  })
  .map(({ drawn, disk, lasting, ...at }) => (scene) => {
    const kind = scene.kinds.includes(drawn) ? drawn : scene.kinds[0];
    const moment = at.moment(scene);
    const node = at.victim(scene);
    switch (kind) {
      case 'pause':
        return { kind, node, moment, for: lasting };
      case 'cut':
      case 'clog':
        return { kind, from: [node], ...FROM_ONE_NODE, moment, for: lasting };
      default:
        return { kind: 'crash', node, moment, disk, batches: undefined, restartAfter: lasting };
    }
  });

const strikes = fc.tuple(
  span(2_000, 6_000),
  fc.array(fc.tuple(share, blows), { minLength: 1, maxLength: 2 }),
);

/**
 * In some of the runs in which the committee changes, has nodes go down or be cut off while one
 * committee hands over to the next. Faults that come at a time, or at points that nodes reach again
 * and again, hardly ever meet those few round trips.
 */
export function drawHandoverFaults(
  { odds, faults }: Pick<ScenarioSpace, 'odds' | 'faults'>,
  cluster: Pick<ScenarioCluster, 'validators' | 'proxies'>,
  changes: readonly CommitteeChange[],
  draw: Draw,
): Struck {
  const kinds = (Object.keys(WEIGHTS) as Kind[]).filter((kind) => faults[kind].greatest > 0);
  if (changes.length === 0 || kinds.length === 0) return NOBODY;
  const takesPart = chance(Math.min(1, odds * ODDS));
  const [isStruck, [more, list]] = draw('faults/handover', fc.tuple(takesPart, strikes));
  if (!isStruck) return NOBODY;
  const committees = [cluster.validators, ...changes.map(({ members }) => members)];
  const struck = list.map(([which, blow], index) => {
    const at = Math.floor(which * changes.length);
    const [before = [], members = []] = committees.slice(at, at + 2);
    const fault = blow({ proxies: cluster.proxies, before, members, kinds });
    return { id: `handover-${index + 1}`, ...fault } as Fault;
  });
  return { faults: struck, more };
}
