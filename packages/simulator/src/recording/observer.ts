import type { Genesis, Message } from '@quorate/core';
import type { Verifier } from '@quorate/crypto';
import type { Address } from '@quorate/protocol';
import type { Naming } from '../world/clause.ts';
import type { OnRecord } from '../world/trace-recorder.ts';

/** Watches a run from outside, and may end it early; nothing that it does reaches the world. */
export interface RunObserver {
  /**
   * Called before each event; false ends the run there. `events` counts those that are over, `at`
   * is when the next is due, in nanoseconds since the start of the run.
   */
  readonly mayGoOn: (events: number, at: bigint) => boolean;
  /** A record was added to the trace. */
  readonly recorded: OnRecord;
  /** A message was sent, by whomever, whatever becomes of it. */
  readonly sent: (message: Message) => void;
}

/** What an observer may know of the world it watches. */
export interface Setting extends Naming {
  /** When the run starts, in nanoseconds since the Unix epoch. */
  readonly start: bigint;
  readonly genesis: Genesis;
  /** Everybody who may have a seat in some committee. */
  readonly validators: readonly string[];
  readonly verifier: Verifier;
  /** Whether a key of an ended epoch is in other hands by now. */
  readonly isLeaked: (key: Address) => boolean;
}

/** Creates the observer of a world that is being built. */
export type Observe = (setting: Setting) => RunObserver;
