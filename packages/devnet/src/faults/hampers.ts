import {
  type Clock,
  createGate,
  createNodeClock,
  type Gate,
  type NodeClock,
} from '@quorate/actors';

/** What can hold a node up: it is between the node and everything that reaches it. */
export interface Hampers {
  readonly gate: Gate;
  readonly clock: NodeClock;
}

/** Creates the hampers of a node; at first they do nothing. */
export function createHampers(clock: Clock): Hampers {
  return { gate: createGate(clock), clock: createNodeClock(clock) };
}
