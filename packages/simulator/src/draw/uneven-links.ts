import type { Distribution, LinkModel } from '@quorate/network';
import fc from 'fast-check';
import { distributionOf } from '../arbitraries/links.ts';
import { oneFrom, type Sketches, someFrom } from '../arbitraries/sketch.ts';
import { type Stage, validatorsOf } from '../arbitraries/stage.ts';
import { chance, span, weighted } from '../arbitraries/values.ts';
import type { Ends } from '../scenario/network/link-ends.ts';
import type { ScenarioLinkOverride } from '../scenario/network/scenario-network.ts';
import type { Swarm } from '../scenario/swarm/swarm.ts';
import type { Draw } from './draw.ts';

/** What fraction of the runs that another class of faults has: it makes runs longer. */
const ODDS = 0.4;

/** How long messages take on average: from next to nothing up to several times what others take. */
const delays: fc.Arbitrary<Distribution> = fc
  .tuple(
    weighted({ exp: 3, uniform: 2, lognormal: 1, pareto: 1 }),
    fc.oneof(span(1, 20), span(50, 600)),
  )
  .map(([kind, mean]) => distributionOf(kind, mean));

/** Some validators and everybody, or one proxy and some validators; both ways, or only one. */
const ends: Sketches<Stage, readonly Ends[]> = fc
  .tuple(
    someFrom(validatorsOf),
    oneFrom(({ cluster }: Stage) => cluster.proxies),
    weighted({ everybody: 2, proxy: 1 }),
    weighted({ both: 2, there: 1, back: 1 }),
  )
  .map(([some, one, whom, ways]) => (stage) => {
    const [from, to] = [whom === 'everybody' ? ['*'] : [one(stage)], some(stage)];
    const there = { from, to };
    const back = { from: to, to: from };
    return { both: [there, back], there: [there], back: [back] }[ways];
  });

/**
 * In some runs, has some links deliver sooner, or later, than all others throughout the run: then the
 * same validators are behind, or ahead, again and again.
 */
export function drawUnevenLinks(
  { odds }: Swarm,
  { stage, usual }: { readonly stage: Stage; readonly usual: LinkModel },
  draw: Draw,
): readonly ScenarioLinkOverride[] {
  const [takesPart, sketch, delay] = draw(
    'network/links',
    fc.tuple(chance(odds * ODDS), ends, delays),
  );
  return takesPart ? sketch(stage).map((each) => ({ ...each, ...usual, delay })) : [];
}
