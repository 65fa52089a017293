import type { Distribution, LinkModel } from '@quorate/network';
import fc from 'fast-check';
import type { Schedule } from '../scenario/network/schedule.ts';
import type { NetworkClass, Range, Swarm } from '../scenario/swarm/swarm.ts';
import { share } from './sketch.ts';
import { chance, MS, probabilityIn, span, weighted } from './values.ts';

/** The trouble of a link, given its probability. */
type Trouble = (probability: number) => Partial<LinkModel>;

/** The kinds of trouble that links cause. */
export const TROUBLES: { readonly [K in NetworkClass]: fc.Arbitrary<Trouble> } = {
  drop: fc.tuple(chance(0.5), fc.integer({ min: 2, max: 5 })).map(
    ([isBursty, burst]) =>
      (drop) =>
        isBursty ? { drop, burst } : { drop },
  ),
  dropResponses: fc.constant((dropResponses) => ({ dropResponses })),
  duplicate: fc.integer({ min: 1, max: 3 }).map((copies) => (probability) => ({
    duplicate: { probability, copies, delay: { kind: 'exp', mean: 1_000n * MS, min: 0n } },
  })),
  replay: fc.tuple(chance(0.5), span(100, 5_000)).map(([isEver, age]) => (probability) => ({
    replay: { probability, age: isEver ? undefined : age },
  })),
  reorder: span(10, 1_000).map((by) => (probability) => ({ reorder: { probability, by } })),
  corrupt: fc
    .integer({ min: 1, max: 8 })
    .map((bits) => (probability) => ({ corrupt: { probability, bits } })),
};

/** Draws one kind of trouble; an empty link if the run does not have it. */
export function troubleOf(
  name: NetworkClass,
  { odds, network }: Pick<Swarm, 'odds' | 'network'>,
): fc.Arbitrary<Partial<LinkModel>> {
  return fc
    .tuple(chance(odds), probabilityIn(network[name]), TROUBLES[name])
    .map(([takesPart, probability, trouble]) =>
      takesPart && probability > 0 ? trouble(probability) : {},
    );
}

/** Draws the delay of all links; undefined if that of the scenario stays. */
export function delayOf({
  odds,
  delay,
}: Pick<Swarm, 'odds' | 'delay'>): fc.Arbitrary<Distribution | undefined> {
  const kind = weighted({ exp: 5, uniform: 2, lognormal: 2, pareto: 1 });
  return fc
    .tuple(chance(odds), share, kind)
    .map(([takesPart, drawn, name]) =>
      takesPart ? distributionOf(name, meanIn(drawn, delay)) : undefined,
    );
}

function meanIn(drawn: number, { least, greatest }: Range<bigint>): bigint {
  const steps = Number((greatest - least) / MS) + 1;
  return least + BigInt(Math.floor(drawn * steps)) * MS;
}

/** Gives a distribution of this kind around an average, in nanoseconds. */
export function distributionOf(
  kind: 'exp' | 'uniform' | 'lognormal' | 'pareto',
  mean: bigint,
): Distribution {
  const min = mean / 4n;
  // These two distributions accept no time of 0.
  const [some, little] = [mean, min].map((each) => (each > 0n ? each : 1n)) as [bigint, bigint];
  switch (kind) {
    case 'exp':
      return { kind, mean, min };
    case 'uniform':
      return { kind, min, max: 2n * mean - min };
    case 'lognormal':
      return { kind, median: some, p99: 5n * some };
    case 'pareto':
      return { kind, min: little, alpha: 1.5 };
  }
}

/** The range of events within which priorities change: half of all runs have under 200 events. */
export const PCT_EVENTS = 300;

/** Draws the order of events. */
export function scheduleOf({ schedules }: Pick<Swarm, 'schedules'>): fc.Arbitrary<Schedule> {
  return fc
    .tuple(weighted(schedules), fc.integer({ min: 2, max: 3 }), span(10, 200))
    .map(([kind, depth, window]) =>
      kind === 'pct' ? { kind, depth, window, events: PCT_EVENTS } : kind,
    );
}
