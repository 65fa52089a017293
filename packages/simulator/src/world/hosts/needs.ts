import { type Fault, STOPPING } from '../../scenario/faults/fault.ts';
import type { Point } from '../../scenario/faults/moment.ts';
import type { Scenario } from '../../scenario/scenario.ts';

/** What the faults of a scenario need of one node's host. */
export interface Needs {
  /** A disk that a crash can affect. */
  readonly disk: boolean;
  /** A disk that remembers earlier durable states. */
  readonly history: boolean;
  /** A gate that can be shut. */
  readonly gate: boolean;
  /** A clock that can be wrong. */
  readonly clock: boolean;
  /** A watch for when it reaches points of the protocol. */
  readonly points: boolean;
}

/** Derives from a scenario what this node's host needs. */
export function needsOf(scenario: Scenario, name: string): Needs {
  const kinds = new Set<Fault['kind']>(
    scenario.faults.flatMap((fault) =>
      'node' in fault && fault.node === name ? [fault.kind] : [],
    ),
  );
  return {
    disk: STOPPING.some((kind) => kinds.has(kind)),
    history: kinds.has('amnesia'),
    gate: kinds.has('pause') || kinds.has('slow'),
    clock: kinds.has('clock'),
    points: pointsOf(scenario).some(({ node }) => node === name),
  };
}

/** The points that something waits for in order to begin or to end. */
function pointsOf({ faults, changes, byzantine }: Scenario): readonly Point[] {
  const placed = [...faults, ...changes, ...byzantine.flatMap(({ acts }) => acts)];
  return [
    ...placed.flatMap(({ moment }) => (moment?.kind === 'trigger' ? moment : [])),
    ...faults.flatMap((fault) => ('until' in fault ? (fault.until ?? []) : [])),
  ];
}
