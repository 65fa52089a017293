import type { Message } from '@quorate/core';
import type { NodeName } from '@quorate/transport';

/** A message on its way into a node. */
export interface Heard {
  readonly from: NodeName;
  readonly message: Message;
}

/** A message on its way out of a node. */
export interface Said {
  readonly to: NodeName;
  readonly message: Message;
  /** The request that it answers; undefined for a request. */
  readonly asked: Message | undefined;
}

/** What one act makes of the traffic of its node. */
export interface Bend {
  /** Gives what the node hears, or undefined where it hears nothing. */
  readonly hear?: (heard: Heard) => Heard | undefined;
  /** Gives what is said instead. */
  readonly say?: (said: Said) => readonly Said[];
  /** What else lives under the node's name, and lives and dies with it. */
  readonly instance?: Startable;
}

/** Something that comes up and goes down with a node. */
export interface Startable {
  start(): void;
  crash(): void;
}

/** Speaks for a node past its honest part; what it says passes all acts of the node. */
export type Say = (to: NodeName, message: Message) => void;
