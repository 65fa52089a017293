import { faultyMax } from '@quorate/core';
import type { Between, Stream } from '@quorate/network';
import { sample } from '@quorate/network';
import type { Fault } from '../scenario/faults/fault.ts';
import type { ScenarioCluster } from '../scenario/scenario.ts';
import type { FaultClass, Swarm } from '../scenario/swarm/swarm.ts';
import type { Budget } from './budget.ts';
import { type Dice, probabilityIn, someOf, spanIn, weighted, wholeIn } from './dice.ts';
import { drawMoment, drawTime } from './draw-moment.ts';

/** What faults are drawn for. */
export interface Target {
  readonly cluster: ScenarioCluster;
  readonly budget: Budget;
  /** The time within which faults begin. Units: nanoseconds. */
  readonly horizon: bigint;
}

type FaultOf<K extends FaultClass> = Omit<Extract<Fault, { readonly kind: K }>, 'id'>;
type Draws = {
  readonly [K in FaultClass]: (stream: Stream, target: Target) => FaultOf<K> | undefined;
};

/** Draws the list of faults; ids are the kind and a number, and each kind has a stream of its own. */
export function drawFaults(swarm: Swarm, target: Target, dice: Dice): readonly Fault[] {
  const kinds = Object.keys(DRAWS) as FaultClass[];
  return kinds.flatMap((kind) => {
    const stream = dice(`faults/${kind}`);
    const takesPart = stream.chance(chanceOf(kind, swarm.odds));
    const count = wholeIn(stream, swarm.faults[kind]);
    if (!takesPart) return [];
    return Array.from({ length: count }, (_, index) => {
      const fault = DRAWS[kind](stream, target);
      return fault === undefined ? [] : [{ id: `${kind}-${index + 1}`, ...fault } as Fault];
    }).flat();
  });
}

/** Classes of which a run should rarely have any, unless it is to have all. */
const RARE: Partial<Readonly<Record<FaultClass, number>>> = { amnesia: 0.2, 'swizzle-clog': 0.4 };

function chanceOf(kind: FaultClass, odds: number): number {
  return odds === 1 ? 1 : odds * (RARE[kind] ?? 1);
}

const DRAWS: Draws = {
  crash: (stream, target) => {
    const node = drawNode(stream, target.cluster);
    return {
      kind: 'crash',
      node,
      moment: drawMoment(stream, node, target),
      disk: weighted(stream, { keep: 3, 'lose-unsynced': 4, torn: 3 }),
      restartAfter: stream.chance(0.8) ? drawLength(stream) : undefined,
    };
  },
  amnesia: (stream, { budget: { faulty }, horizon }) => {
    if (faulty.length === 0) return undefined;
    return {
      kind: 'amnesia',
      node: stream.pick(faulty),
      moment: drawTime(stream, horizon),
      age: spanIn(stream, 100, 10_000),
      restartAfter: spanIn(stream, 100, 5_000),
    };
  },
  pause: (stream, target) => {
    const node = drawNode(stream, target.cluster);
    return {
      kind: 'pause',
      node,
      moment: drawMoment(stream, node, target),
      for: drawPause(stream),
    };
  },
  slow: (stream, target) => {
    const node = drawNode(stream, target.cluster);
    return {
      kind: 'slow',
      node,
      moment: drawTime(stream, target.horizon),
      for: spanIn(stream, 500, 10_000),
      delay: stream.pick([1n, 3n, 10n, 100n]) * 1_000_000n,
    };
  },
  clock: (stream, target) => {
    const node = drawNode(stream, target.cluster);
    const reach = stream.chance(0.3) ? 30_000 : 5_000;
    return {
      kind: 'clock',
      node,
      moment: drawTime(stream, target.horizon),
      for: spanIn(stream, 1_000, 20_000),
      offset: spanIn(stream, -reach, reach),
      drift: wholeIn(stream, { least: -200, greatest: 200 }),
    };
  },
  cut: (stream, target) => ({
    kind: 'cut',
    ...drawBetween(stream, target.cluster),
    moment: drawTime(stream, target.horizon),
    for: drawLength(stream),
  }),
  clog: (stream, target) => ({
    kind: 'clog',
    ...drawBetween(stream, target.cluster),
    moment: drawTime(stream, target.horizon),
    for: drawLength(stream),
  }),
  'swizzle-clog': (stream, { cluster, horizon }) => {
    const spread = spanIn(stream, 500, 5_000);
    return {
      kind: 'swizzle-clog',
      nodes: someOf(stream, [...cluster.validators, ...cluster.proxies]),
      moment: drawTime(stream, horizon),
      spread,
      for: spread + spanIn(stream, 0, 2_000),
    };
  },
  degrade: (stream, target) => ({
    kind: 'degrade',
    ...drawBetween(stream, target.cluster),
    moment: drawTime(stream, target.horizon),
    for: drawLength(stream),
    link: {
      drop: probabilityIn(stream, { least: 0, greatest: 0.5 }),
      delay: { kind: 'uniform', min: 0n, max: spanIn(stream, 10, 2_000) },
    },
  }),
};

/** Validators are the interesting ones. */
function drawNode(stream: Stream, { validators, proxies, clients }: ScenarioCluster): string {
  const others = [...proxies, ...clients.map(({ name }) => name)];
  return stream.chance(0.7) ? stream.pick(validators) : stream.pick(others);
}

/** Usually a second or two, at times ten. */
function drawLength(stream: Stream): bigint {
  const mean = spanIn(stream, 500, 4_000);
  return toMillis(sample({ kind: 'exp', mean, min: 100_000_000n }, stream));
}

/** Garbage collection, a hypervisor: usually short, at times seconds. */
function drawPause(stream: Stream): bigint {
  const span = { kind: 'lognormal', median: 200_000_000n, p99: 5_000_000_000n } as const;
  return toMillis(sample(span, stream));
}

function toMillis(nanos: bigint): bigint {
  return (nanos / 1_000_000n) * 1_000_000n;
}

/** One validator, half of them, or what a proxy or client has with f + 1 of them. */
function drawBetween(stream: Stream, { validators, proxies, clients }: ScenarioCluster): Between {
  const shuffled = stream.shuffle(validators);
  const peer = stream.pick([...proxies, ...clients.map(({ name }) => name)]);
  const direction = stream.pick(['two-way', 'one-way'] as const);
  const isReverse = stream.chance(0.5);
  const [from, to] = between(weighted(stream, { one: 4, half: 2, most: 2 }), { shuffled, peer });
  return isReverse ? { from: to, to: from, direction } : { from, to, direction };
}

function between(
  shape: 'one' | 'half' | 'most',
  { shuffled, peer }: { readonly shuffled: readonly string[]; readonly peer: string },
): readonly [readonly string[], readonly string[]] {
  switch (shape) {
    case 'one':
      return [shuffled.slice(0, 1), ['*']];
    case 'half':
      return [shuffled.slice(0, Math.ceil(shuffled.length / 2)), ['*']];
    case 'most':
      return [[peer], shuffled.slice(0, faultyMax(shuffled.length) + 1)];
  }
}
