import type { Distribution, LinkModel, Stream } from '@quorate/network';
import type { ScenarioNetwork } from '../scenario/network/scenario-network.ts';
import type { Schedule } from '../scenario/network/schedule.ts';
import type { DrawnSchedule, NetworkClass, Swarm } from '../scenario/swarm/swarm.ts';
import { type Dice, probabilityIn, spanIn, weighted, wholeIn } from './dice.ts';

const MS = 1_000_000n;

/** Draws how links treat messages, and the schedule; overrides of a scenario keep their delays. */
export function drawNetwork(base: ScenarioNetwork, swarm: Swarm, dice: Dice): ScenarioNetwork {
  const features = drawFeatures(swarm, dice);
  const stream = dice('network/delay');
  const delay = stream.chance(swarm.odds) ? drawDelay(stream, swarm) : base.default.delay;
  return {
    default: { ...base.default, delay, ...features },
    links: base.links.map((link) => ({ ...link, ...features })),
    schedule: drawSchedule(dice('schedule'), swarm),
  };
}

/** What each class draws, given a probability. */
const FEATURES: {
  readonly [K in NetworkClass]: (p: number, stream: Stream) => Partial<LinkModel>;
} = {
  drop: (drop, stream) =>
    stream.chance(0.5) ? { drop, burst: wholeIn(stream, { least: 2, greatest: 5 }) } : { drop },
  dropResponses: (dropResponses) => ({ dropResponses }),
  duplicate: (probability, stream) => ({
    duplicate: {
      probability,
      copies: wholeIn(stream, { least: 1, greatest: 3 }),
      delay: { kind: 'exp', mean: 1_000n * MS, min: 0n },
    },
  }),
  replay: (probability, stream) => ({
    replay: { probability, age: stream.chance(0.5) ? undefined : spanIn(stream, 100, 5_000) },
  }),
  reorder: (probability, stream) => ({ reorder: { probability, by: spanIn(stream, 10, 1_000) } }),
  corrupt: (probability, stream) => ({
    corrupt: { probability, bits: wholeIn(stream, { least: 1, greatest: 8 }) },
  }),
};

function drawFeatures({ odds, network }: Swarm, dice: Dice): Partial<LinkModel> {
  const classes = Object.keys(FEATURES) as NetworkClass[];
  const drawn = classes.map((name) => {
    const stream = dice(`network/${name}`);
    const takesPart = stream.chance(odds);
    const probability = probabilityIn(stream, network[name]);
    return takesPart && probability > 0 ? FEATURES[name](probability, stream) : {};
  });
  return Object.assign({}, ...drawn);
}

function drawDelay(stream: Stream, { delay: { least, greatest } }: Swarm): Distribution {
  const mean = least + (stream.bigintBelow(greatest - least + 1n) / MS) * MS;
  const min = mean / 4n;
  // These two know no time of nothing.
  const [some, little] = [mean, min].map((span) => (span > 0n ? span : 1n)) as [bigint, bigint];
  switch (weighted(stream, { exp: 5, uniform: 2, lognormal: 2, pareto: 1 })) {
    case 'exp':
      return { kind: 'exp', mean, min };
    case 'uniform':
      return { kind: 'uniform', min, max: 2n * mean - min };
    case 'lognormal':
      return { kind: 'lognormal', median: some, p99: 5n * some };
    case 'pareto':
      return { kind: 'pareto', min: little, alpha: 1.5 };
  }
}

function drawSchedule(stream: Stream, { schedules }: Swarm): Schedule {
  const kind: DrawnSchedule = weighted(stream, schedules);
  if (kind !== 'pct') return kind;
  const depth = wholeIn(stream, { least: 2, greatest: 3 });
  return { kind, depth, window: spanIn(stream, 10, 200), events: 2_000 };
}
