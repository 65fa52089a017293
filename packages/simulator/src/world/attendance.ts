import type { Message } from '@quorate/core';
import type { NodeName, Transport } from '@quorate/transport';
import type { EffectReached } from './hosts/points.ts';
import { userOf } from './links.ts';

/**
 * Sees an effect of a node at the point where it is carried out, before any fault strikes there.
 */
export type SeeEffect = (node: NodeName, effect: EffectReached) => void;

/** The place of a participant that is not in the scenario. */
export interface Place {
  readonly transport: Transport<Message>;
  /** Its name. Under this name, sending and receiving takes no time. */
  readonly name: NodeName;
}

/**
 * Puts a participant into a world that is not in the scenario and may talk to its nodes. It sees
 * only those nodes of which the scenario names a point, and only effects that count for moments.
 */
export type Attend = (place: Place) => SeeEffect;

/** Lets a participant see the nodes of a world. */
export interface Attendance {
  readonly see: SeeEffect;
  /** Nothing is seen before this call: the first start of the nodes is of no interest. */
  begin(): void;
  /** Nothing is seen after this call: oracles read stores like nodes do. */
  end(): void;
}

/** Creates the attendance of a world; undefined when there is no participant. */
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
