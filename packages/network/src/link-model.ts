import type { Distribution } from './distribution.ts';

/**
 * Describes how one direction of a link treats each message.
 *
 * What may be absent never happens then, and draws nothing.
 */
export interface LinkModel {
  readonly delay: Distribution;
  /** The probability that a message is lost. */
  readonly drop: number;
  /** How many messages in a row are lost on average, at least 1; independent losses when absent. */
  readonly burst?: number;
  /** The probability that an answer is lost on top, though its request was handled. */
  readonly dropResponses?: number;
  readonly duplicate?: Duplication;
  readonly replay?: Replay;
  readonly reorder?: Reordering;
  readonly corrupt?: Corruption;
}

/** Lets a message arrive more than once: each copy follows the message by a delay of its own. */
export interface Duplication {
  readonly probability: number;
  /** How many arrive besides the message itself, at least 1. */
  readonly copies: number;
  readonly delay: Distribution;
}

/** Sends an earlier message of the link again, beside the one that is sent. */
export interface Replay {
  readonly probability: number;
  /** Nothing older than this comes again; undefined reaches back to the start of the run. */
  readonly age: bigint | undefined;
}

/** Holds a message up by any time from 0 to `by`, so that later ones overtake it. */
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
