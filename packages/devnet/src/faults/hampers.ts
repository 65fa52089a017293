import {
  type Clock,
  createGate,
  createNodeClock,
  type Gate,
  type NodeClock,
} from '@quorate/actors';

/** What can hold a node up: it stands between the node and all that reaches it. */
export interface Hampers {
  readonly gate: Gate;
  readonly clock: NodeClock;
}

/** Creates what holds a node up that keeps up so far. */
export function createHampers(clock: Clock): Hampers {
  return { gate: createGate(clock), clock: createNodeClock(clock) };
}
