import type { DropReason } from '@quorate/network';
import type { TraceRecord } from '../trace.ts';

/**
 * One step of a node, or a fault, as the trace records it.
 *
 * Times are in nanoseconds since the start of the run. The trace hash covers everything except
 * `event`, `message`, `about` and `changes`.
 */
export interface RecordedEvent extends TraceRecord {
  /**
   * The number of the event of the run to which this belongs, from 1, as for faults placed by
   * events; 0 is for what happens before the first event.
   */
  readonly event: number;
  /** The place of the message that the node got in the list of messages; absent for none. */
  readonly message?: number;
  /** What the transaction does, such as "alice pays bob 100". */
  readonly about?: string;
  /** What the step changed in the ledger of a validator, one clause per change. */
  readonly changes: readonly string[];
}

/**
 * A message that was lost. It is no event, so neither the trace nor its hash has it.
 *
 * `event` is the number of the event in which it was lost: when it was sent, or when it would have
 * arrived at a node that is down.
 */
export interface RecordedLoss
  extends Pick<
    RecordedEvent,
    'event' | 'at' | 'from' | 'to' | 'kind' | 'transactionId' | 'signers' | 'about'
  > {
  readonly lost: DropReason;
}
