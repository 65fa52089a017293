import fc from 'fast-check';
import type { Fault } from '../../scenario/faults/fault.ts';
import type { Scenario } from '../../scenario/scenario.ts';
import type { FaultClass } from '../../scenario/swarm/swarm.ts';
import { FAULTS } from '../faults.ts';
import type { Sketches } from '../sketch.ts';
import type { Stage } from '../stage.ts';
import { freshId, type Means, type Mutation, placeIn, withPlace } from './mutation.ts';

/** Adds a fault of a kind of which the space has any. */
export const addFault: Mutation = (parent, means) => {
  const { draw, space } = means;
  const kinds = (Object.keys(FAULTS) as FaultClass[]).filter(
    (kind) => space.faults[kind].greatest > 0,
  );
  if (kinds.length === 0) return parent;
  const kind = draw('kind', fc.constantFrom(...kinds));
  const id = freshId(kind, idsOf(parent));
  return { ...parent, faults: [...parent.faults, ...faultOf(kind, id, means)] };
};

/** Takes a fault out. */
export const dropFault: Mutation = (parent, means) => ({
  ...parent,
  faults: withPlace(parent.faults, placeIn(parent.faults, means), () => []),
});

/** Puts another fault of the same kind in the place of one, if it is of a kind that is drawn. */
export const changeFault: Mutation = (parent, means) => ({
  ...parent,
  faults: withPlace(parent.faults, placeIn(parent.faults, means), (fault) =>
    isDrawn(fault.kind) ? faultOf(fault.kind, fault.id, means) : [fault],
  ),
});

// A fault of a disk is stated by hand, and nothing draws another: to change it is to take it out.
function faultOf(kind: Fault['kind'], id: string, { draw, stage }: Means): readonly Fault[] {
  if (kind === 'bit-rot' || kind === 'full-disk') return [];
  const sketches: Sketches<Stage, Omit<Fault, 'id'> | undefined> = FAULTS[kind];
  const fault = draw('fault', sketches)(stage);
  return fault === undefined ? [] : [{ id, ...fault } as Fault];
}

function isDrawn(kind: Fault['kind']): kind is FaultClass {
  return Object.hasOwn(FAULTS, kind);
}

function idsOf({ faults }: Scenario): readonly string[] {
  return faults.map(({ id }) => id);
}
