import type { Message } from '@quorate/core';
import type { DropReason } from '@quorate/network';
import type { RecordedEvent } from './recorded-event.ts';

/** When something happened: in which event of the run, and how many nanoseconds after its start. */
export interface Moment {
  readonly event: number;
  readonly at: bigint;
}

/** A message of a run, from when it was sent to what became of it. */
export interface RecordedMessage
  extends Pick<RecordedEvent, 'from' | 'to' | 'kind' | 'transactionId' | 'signers'> {
  readonly sent: Moment;
  /** All that it says, as it was sent. */
  readonly content: Message;
  /** The place in the list of messages of the request that it answers. */
  readonly answers?: number;
  /**
   * When it reached its receiver: more than once if the network copied or replayed it, never if it
   * was lost or the run ended first.
   */
  readonly arrivals: readonly Moment[];
  /** When it, or a copy of it, was lost first, and why. */
  readonly lost?: Moment & { readonly reason: DropReason };
  /** A clog has kept it for a while. */
  readonly isHeld?: true;
  /** The network has changed some of its bits. */
  readonly isAltered?: true;
}

/** A transaction of a run, as its bytes say. */
export interface RecordedTransaction {
  readonly transactionId: string;
  readonly sender: string;
  readonly nonce: bigint;
  /** What its operations do, a clause for each, such as "pays bob 100". */
  readonly operations: readonly string[];
}
