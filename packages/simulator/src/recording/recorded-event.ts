/**
 * Shows one step of a node, or a fault, as the trace has it.
 *
 * Times in nanoseconds since the start of the run. Everything but `event`, `about` and `changes`
 * goes into the trace hash.
 */
export interface RecordedEvent {
  /**
   * Counts the events of the run up to the one that this belongs to, from 1, as a fault that is
   * placed by events does; 0 is what happens before the first.
   */
  readonly event: number;
  readonly at: bigint;
  /** Empty for a timer, a load or a fault. */
  readonly from: string;
  readonly to: string;
  readonly kind: string;
  readonly transactionId?: string;
  /** Names of those who signed the certificate that the message carries. */
  readonly signers?: readonly string[];
  /** What the node answered: rejection codes, or kinds of answers. */
  readonly verdict?: string;
  /** Of a validator's ledger after the step, hexadecimal. */
  readonly stateDigest?: string;
  /** What the transaction does, such as "alice pays bob 100". */
  readonly about?: string;
  /** What the step changed in the ledger of a validator, a clause each. */
  readonly changes: readonly string[];
}
