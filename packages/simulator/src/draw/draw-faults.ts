import fc from 'fast-check';
import { FAULTS } from '../arbitraries/faults.ts';
import type { Stage } from '../arbitraries/stage.ts';
import { chance } from '../arbitraries/values.ts';
import type { Fault } from '../scenario/faults/fault.ts';
import type { FaultClass, Swarm } from '../scenario/swarm/swarm.ts';
import type { Draw } from './draw.ts';
import { withPointedEnds } from './pointed-ends.ts';
import { withTornWrites } from './torn-writes.ts';

/** Draws the list of faults. Ids are the kind and a number; each kind has a stream of its own. */
export function drawFaults(swarm: Swarm, stage: Stage, draw: Draw): readonly Fault[] {
  const kinds = Object.keys(FAULTS) as FaultClass[];
  const drawn = kinds.flatMap((kind): readonly Fault[] => {
    const { least, greatest } = swarm.faults[kind];
    if (greatest === 0) return [];
    const lengths = { minLength: least, maxLength: greatest, size: 'max' } as const;
    const [takesPart, list] = draw(
      `faults/${kind}`,
      fc.tuple(chance(chanceOf(kind, swarm.odds)), fc.array<Sketched>(FAULTS[kind], lengths)),
    );
    if (!takesPart) return [];
    return list.flatMap((sketch, index) => {
      const fault = sketch(stage);
      return fault === undefined ? [] : [{ id: `${kind}-${index + 1}`, ...fault } as Fault];
    });
  });
  return withPointedEnds(withTornWrites(drawn, draw), stage, draw);
}

type Sketched = (stage: Stage) => Omit<Fault, 'id'> | undefined;

/** Kinds that only few runs should have, unless a run is to have all. */
const RARE: Partial<Readonly<Record<FaultClass, number>>> = { amnesia: 0.3, 'swizzle-clog': 0.4 };

function chanceOf(kind: FaultClass, odds: number): number {
  return odds === 1 ? 1 : odds * (RARE[kind] ?? 1);
}
