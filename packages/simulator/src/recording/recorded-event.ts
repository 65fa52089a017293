/**
 * One step of a node, or a fault, as the trace records it.
 *
 * Times are in nanoseconds since the start of the run. The trace hash covers everything except
 * `event`, `about` and `changes`.
 */
export interface RecordedEvent {
  /**
   * The number of the event of the run to which this belongs, from 1, as for faults placed by
   * events; 0 is for what happens before the first event.
   */
  readonly event: number;
  readonly at: bigint;
  /** The sender of the message; empty for a timer, a load or a fault. */
  /** The receiver of the message, or the node that the timer or fault concerns. */
  readonly from: string;
  readonly to: string;
  readonly kind: string;
  readonly transactionId?: string;
  /** The names of the signers of the certificate that the message carries. */
  readonly signers?: readonly string[];
  /** What the node answered: rejection codes, or kinds of answers. */
  readonly verdict?: string;
  /** The digest of a validator's ledger after the step, in hexadecimal digits. */
  readonly stateDigest?: string;
  /** What the transaction does, such as "alice pays bob 100". */
  readonly about?: string;
  /** What the step changed in the ledger of a validator, one clause per change. */
  readonly changes: readonly string[];
}
