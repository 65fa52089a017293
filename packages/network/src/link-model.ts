import type { Distribution } from './distribution.ts';

/**
 * How one direction of a link treats each message.
 *
 * An absent fault never happens and draws no random numbers.
 */
export interface LinkModel {
  readonly delay: Distribution;
  /** The probability that a message is lost. */
  readonly drop: number;
  /** The average number of messages lost in a row, at least 1; absent means independent losses. */
  readonly burst?: number;
  /**
   * The probability of losing an answer in addition to `drop`, although its request was handled.
   */
  readonly dropResponses?: number;
  readonly duplicate?: Duplication;
  readonly replay?: Replay;
  readonly reorder?: Reordering;
  readonly corrupt?: Corruption;
}

/** Makes a message arrive more than once: each copy arrives after the message by its own delay. */
export interface Duplication {
  readonly probability: number;
  /** How many copies arrive besides the message itself, at least 1. */
  readonly copies: number;
  readonly delay: Distribution;
}

/** Sends an earlier message of the link again, together with the current one. */
export interface Replay {
  readonly probability: number;
  /** Older messages are not sent again, in nanoseconds; undefined means no limit. */
  readonly age: bigint | undefined;
}

/** Delays a message by a random time from 0 to `by`, so that later ones overtake it. */
export interface Reordering {
  readonly probability: number;
  readonly by: bigint;
}

/** Flips bits of what is sent. */
export interface Corruption {
  readonly probability: number;
  /** How many bits are hit, 1 to 8; two hits on one bit count once. */
  readonly bits: number;
}
