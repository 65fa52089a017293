import fc from 'fast-check';
import type { Draw } from '../../draw/draw.ts';
import type { ScenarioCluster } from '../../scenario/cluster/cluster.ts';
import type { CommitteeChange } from '../../scenario/cluster/committee-changes.ts';
import { everyValidator } from '../../scenario/cluster/committees.ts';
import type { Fault } from '../../scenario/faults/fault.ts';
import type { ScenarioSpace } from '../scenario-space.ts';
import { type Sketches, share, shuffledFrom } from '../sketch.ts';
import { chance, span, weighted } from '../values.ts';

/** How many times likelier than a class of faults it is that clocks are apart in a change. */
const ODDS = 0.4;

type Clocked = Pick<ScenarioCluster, 'validators' | 'candidates' | 'proxies'>;

/** Mostly validators, now and then proxies too, in the order in which their clocks go wrong. */
const nodes: Sketches<Clocked, string[]> = fc
  .tuple(
    chance(0.3),
    shuffledFrom((names: readonly string[]) => names),
  )
  .map(([hasProxies, order]) => (cluster) => {
    const validators = everyValidator(cluster);
    return order(hasProxies ? [...validators, ...cluster.proxies] : validators);
  });

/** Two sizes: of the order of what requests wait, and far more than anything lasts. */
const offset = fc.oneof(
  { weight: 3, arbitrary: span(-5_000, 5_000) },
  { weight: 2, arbitrary: span(-30_000, 30_000) },
);

const clock = fc.record({ offset, drift: fc.constantFrom(0, 0, -200, 200) });

/** Each of the nodes has an offset of its own; further ones use them again. */
const drawn = fc.tuple(
  nodes,
  share,
  fc.array(clock, { minLength: 5, maxLength: 5 }),
  weighted({ start: 2, later: 1 }),
  span(0, 2_000),
);

/**
 * In some of the runs in which the committee changes, puts the clocks of several nodes wrong, each
 * by another span, from before the first change until the run heals: then members disagree on how
 * old an epoch is (rule C2), and on whatever else depends on the time since a change.
 */
export function drawHandoverClocks(
  { odds, faults }: Pick<ScenarioSpace, 'odds' | 'faults'>,
  cluster: Clocked,
  changes: readonly CommitteeChange[],
  draw: Draw,
): readonly Fault[] {
  if (changes.length === 0 || faults.clock.greatest === 0) return [];
  const [takesPart, sketch] = draw(
    'faults/handover-clocks',
    fc.tuple(chance(Math.min(1, odds * ODDS)), drawn),
  );
  if (!takesPart) return [];
  const [order, part, clocks, start, at] = sketch;
  const all = order(cluster);
  const struck = all.slice(0, 1 + Math.floor(part * all.length));
  return struck.map((node, index) => ({
    id: `apart-${index + 1}`,
    kind: 'clock',
    node,
    moment: { kind: 'time', at: start === 'start' ? 0n : at },
    for: undefined,
    ...(clocks[index % clocks.length] ?? { offset: 0n, drift: 0 }),
  }));
}
