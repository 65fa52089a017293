import type { Genesis, Message } from '@quorate/core';
import type { Verifier } from '@quorate/crypto';
import type { DropReason, Naming, NetworkEvent } from '@quorate/network';
import type { Address } from '@quorate/protocol';
import type { OnRecord } from '../world/trace-recorder.ts';

/** Watches a run from outside, and may end it early; it cannot change anything in the world. */
export interface RunObserver {
  /**
   * Called before each event; returning false ends the run there. `events` counts the events so
   * far, `at` is when the next is due, in nanoseconds since the start of the run.
   */
  readonly mayGoOn: (events: number, at: bigint) => boolean;
  /** A record has been added to the trace. */
  readonly recorded: OnRecord;
  /** Any node has sent a message, whether it arrives or not. */
  readonly sent: (event: NetworkEvent<Message>) => void;
  /** The network has changed bits of a message, and carries `message` in its place. */
  readonly altered?: (event: NetworkEvent<Message>, message: Message) => void;
  /** A clog keeps a message. */
  readonly held?: (event: NetworkEvent<Message>) => void;
  /** A message, or a copy of it, is about to reach its receiver. */
  readonly delivered?: (event: NetworkEvent<Message>) => void;
  /** A message has been lost, when it was sent or when it would have arrived. */
  readonly lost: (event: NetworkEvent<Message>, reason: DropReason) => void;
}

/** What an observer may know about the world that it watches. */
export interface Setting extends Naming {
  /** When the run starts, in nanoseconds since the Unix epoch. */
  readonly start: bigint;
  readonly genesis: Genesis;
  /** All validators that may have a seat in some committee. */
  readonly validators: readonly string[];
  readonly verifier: Verifier;
  /** Whether a key of an ended epoch has leaked by now. */
  readonly isLeaked: (key: Address) => boolean;
}

/** Creates the observer of a world that is being built. */
export type Observe = (setting: Setting) => RunObserver;
