import type { Signer, Verifier } from '@quorate/crypto';

/** What a step may use besides its state and its input. */
export interface Env<Rules> {
  /** Nanoseconds since the Unix epoch. */
  readonly now: bigint;
  /** Signs under the node's own key, which is never in the state. */
  readonly signer: Signer;
  readonly verifier: Verifier;
  /** The protocol rules of this node. A test replaces one entry to get a faulty node. */
  readonly rules: Rules;
}
