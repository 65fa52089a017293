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
  /** The request that it answers; undefined if it is a request itself. */
  readonly asked: Message | undefined;
}

/** What one act does to the traffic of its node. */
export interface Bend {
  /** Gives the message that the node gets, or undefined if it gets none. */
  readonly hear?: (heard: Heard) => Heard | undefined;
  /** Gives the messages that are sent instead. */
  readonly say?: (said: Said) => readonly Said[];
  /** A second instance under the node's name, which starts and crashes with the node. */
  readonly instance?: Startable;
}

/** Something that starts and crashes with a node. */
export interface Startable {
  start(): void;
  crash(): void;
}

/** Sends a message in the name of a node, past its honest part; all of its acts apply to it. */
export type Say = (to: NodeName, message: Message) => void;
