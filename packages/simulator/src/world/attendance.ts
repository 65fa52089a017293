import type { Message } from '@quorate/core';
import type { NodeName, Transport } from '@quorate/transport';
import type { EffectReached } from './hosts/points.ts';
import { userOf } from './links.ts';

/** Sees an effect of a node in the very place where it is carried out, before any fault strikes. */
export type SeeEffect = (node: NodeName, effect: EffectReached) => void;

/** Where somebody stands who is in no scenario. */
export interface Place {
  readonly transport: Transport<Message>;
  /** What they are to be called: under this name, what they say and hear takes no time. */
  readonly name: NodeName;
}

/**
 * Puts somebody into a world who is in no scenario, and who may talk to its nodes. Seen are the
 * nodes of which a moment of the scenario names a point, and as much of them as moments count.
 */
export type Attend = (place: Place) => SeeEffect;

/** Lets somebody see the nodes of a world. */
export interface Attendance {
  readonly see: SeeEffect;
  /** Until this is called nothing is seen: nodes that come up first are not worth a look. */
  begin(): void;
  /** From then on nothing is seen: who judges a run reads in its stores as nodes do. */
  end(): void;
}

/** Creates the attendance of a world; undefined where nobody comes. */
export function createAttendance(
  attend: Attend | undefined,
  transport: Transport<Message>,
): Attendance | undefined {
  if (attend === undefined) return undefined;
  let seeing: SeeEffect | undefined;
  return {
    see: (node, effect) => seeing?.(node, effect),
    begin() {
      seeing = attend({ transport, name: userOf('') });
    },
    end() {
      seeing = undefined;
    },
  };
}
