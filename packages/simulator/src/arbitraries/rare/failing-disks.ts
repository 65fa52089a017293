import type { Draw } from '../../draw/draw.ts';
import type { ScenarioSpace } from '../scenario-space.ts';
import { chance } from '../values.ts';

/** The fraction of runs that may have a disk that fails; each of them still mostly has none. */
const ODDS = 0.4;

const NONE = { least: 0, greatest: 0 } as const;

/**
 * Leaves disks that fail out of most runs, unless the space asks for everything: while a disk cannot
 * be read, no invariant sees what its node holds.
 */
export function withFailingDisks(space: ScenarioSpace, draw: Draw): ScenarioSpace {
  if (space.odds === 1 || draw('faults/disks', chance(ODDS))) return space;
  return { ...space, faults: { ...space.faults, 'bit-rot': NONE, 'full-disk': NONE } };
}
