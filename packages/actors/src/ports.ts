import type { Message } from '@quorate/core';
import type { Store } from '@quorate/storage';
import type { Transport } from '@quorate/transport';

/** Cancels a timer. After it has fired, or when called again, it changes nothing. */
export type Cancel = () => void;

/** Gives the time and sets timers: virtual time in the simulator, real time on the devnet. */
export interface Clock {
  /** Nanoseconds since the Unix epoch. */
  now(): bigint;
  /**
   * Runs `fire` when time `at` is reached, never inside the call. `id` is what a node calls its
   * timer, for whoever watches the node.
   */
  setTimer(at: bigint, fire: () => void, id?: string): Cancel;
}

/** Everything through which a node reaches the outside world. */
export interface NodePorts {
  readonly store: Store<unknown>;
  readonly transport: Transport<Message>;
  readonly clock: Clock;
}
