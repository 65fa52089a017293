import type { Fault } from '../../scenario/faults/fault.ts';
import type { Point } from '../../scenario/faults/moment.ts';
import type { Scenario } from '../../scenario/scenario.ts';

/** What the faults of a scenario need of one node's host. */
export interface Needs {
  /** A disk that a crash can reach. */
  readonly disk: boolean;
  /** A disk that knows what was durable earlier. */
  readonly history: boolean;
  /** A gate that can be shut. */
  readonly gate: boolean;
  /** A clock that can be wrong. */
  readonly clock: boolean;
  /** Somebody who sees it reach the points of the protocol. */
  readonly points: boolean;
}

/** Reads from a scenario what this node's host must be able to do. */
export function needsOf(scenario: Scenario, name: string): Needs {
  const kinds = new Set<Fault['kind']>(
    scenario.faults.flatMap((fault) =>
      'node' in fault && fault.node === name ? [fault.kind] : [],
    ),
  );
  return {
    disk: ON_DISK.some((kind) => kinds.has(kind)),
    history: kinds.has('amnesia'),
    gate: kinds.has('pause') || kinds.has('slow'),
    clock: kinds.has('clock'),
    points: pointsOf(scenario).some(({ node }) => node === name),
  };
}

/** The faults that need a disk which something can happen to. */
const ON_DISK: readonly Fault['kind'][] = ['crash', 'amnesia', 'bit-rot', 'full-disk'];

/** The points that something waits for: to begin, or to end. */
function pointsOf({ faults, changes, byzantine }: Scenario): readonly Point[] {
  const placed = [...faults, ...changes, ...byzantine.flatMap(({ acts }) => acts)];
  return [
    ...placed.flatMap(({ moment }) => (moment?.kind === 'trigger' ? moment : [])),
    ...faults.flatMap((fault) => ('until' in fault ? fault.until : [])),
  ];
}
