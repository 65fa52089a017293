import type { Moment } from '../faults/moment.ts';

/** What every act has. */
export interface Act {
  /** Unique among all acts of a scenario. */
  readonly id: string;
  /** Acts from this moment on, or at this moment; undefined is the start of the run. */
  readonly moment: Moment | undefined;
}

/** What every act has that bends traffic of its node. */
export interface BendingAct extends Act {
  /** The traffic that the act touches. */
  readonly only: Scope;
  /** How often it acts; undefined is always. */
  readonly times: number | undefined;
}

/** Narrows traffic; what is undefined does not narrow. */
export interface Scope {
  /** Whom the node talks with: nodes by name, a client's hand-driven half under the client's. */
  readonly peers: readonly string[] | undefined;
  /** Whose transactions and accounts it is about. */
  readonly senders: readonly string[] | undefined;
}

/** What is asked of a validator: a dry run, a signature, a settlement, what it holds. */
export type RequestKind = 'check' | 'sign' | 'settle' | 'query';

/**
 * What is wrong with the signatures of a certificate: one less than a quorum, or the last one made up
 * from another's, a stranger's, or one for another transaction; or a quorum, but one for another transaction
 * beside it, not the sender's, or none of those who verified its claim.
 */
export type CertificateFlaw =
  | 'too-few'
  | 'duplicate'
  | 'stranger'
  | 'mixed'
  | 'surplus'
  | 'unsigned'
  | 'verifiers-dropped';
