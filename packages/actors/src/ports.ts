import type { Message } from '@quorate/core';
import type { Store } from '@quorate/storage';
import type { Transport } from '@quorate/transport';

/** Takes back a timer; after it fired, or a second time, it changes nothing. */
export type Cancel = () => void;

/** Tells and awaits time: virtual in the simulator, real on the devnet. */
export interface Clock {
  /** Nanoseconds since the Unix epoch. */
  now(): bigint;
  /** Runs `fire` when `at` is reached, never inside the call. */
  setTimer(at: bigint, fire: () => void): Cancel;
}

/** Everything through which a node touches the world. */
export interface NodePorts {
  readonly store: Store<unknown>;
  readonly transport: Transport<Message>;
  readonly clock: Clock;
}
