import type { Act, BendingAct, Scope } from './act.ts';
import type {
  CertificateChoice,
  ChangeForgery,
  FalseRefusal,
  ForbiddenRole,
  LieSubject,
  RecordLie,
  RequestKind,
  SnapshotLie,
  SubmissionRule,
} from './words.ts';

/** One thing that a Byzantine validator does. */
export type ValidatorAct = BendingValidatorAct | TakeRole | Propose;

/** An act that changes what passes between a validator and the network. */
export type BendingValidatorAct = BendingAct & ValidatorDeed;

/**
 * Signs a transaction with its validator key, which V3 forbids, and delivers its certificate if a
 * quorum signs it.
 */
export interface TakeRole extends Act {
  readonly act: 'take-role';
  readonly role: ForbiddenRole;
}

/**
 * Has its operator, and the operators in league with it, sign a change to these members beside the
 * one that a quorum of operators signs (C3), and delivers its certificate if a quorum of validators
 * signs it. These operators also sign the other change when asked.
 */
export interface Propose extends Act {
  readonly act: 'propose';
  readonly members: readonly string[];
  /** The validators whose operators are in league with it; its own is not listed. */
  readonly signers: readonly string[];
  /**
   * Undefined means that the operators sign for the account of the committee; a number, that they
   * sign for another account of the same operators with this quorum.
   */
  readonly quorum: number | undefined;
}

/** What a Byzantine validator may do; shape: docs/scenarios.md, `byzantine`. */
export type ValidatorDeed =
  /** Answers the traffic that the act touches from a second honest instance with the same key. */
  | { readonly act: 'twin' }
  /** Signs every valid transaction, whatever lock it holds (against V4). */
  | { readonly act: 'double-sign' }
  /** Signs transactions that these rules refuse. */
  | { readonly act: 'sign-invalid'; readonly rules: readonly SubmissionRule[] }
  /** Signs whatever decodes, if this client is the sender. */
  | { readonly act: 'collude'; readonly with: string }
  /** Does what it is asked to do, but does not answer. */
  | { readonly act: 'withhold'; readonly kinds: readonly RequestKind[] }
  /** Answers with invalid signatures. */
  | { readonly act: 'forge' }
  /**
   * Repeats a signer in the certificates that it serves, and answers each signing request twice.
   */
  | { readonly act: 'duplicate-signer' }
  /** Claims that its signature is that of another validator. */
  | { readonly act: 'wrong-name'; readonly as: string }
  /** Answers queries and dry runs from the state that it had this many requests ago. */
  | { readonly act: 'stale-view'; readonly requests: number }
  /**
   * Adds `by` to the balances or nonces that it reports, or to the epoch that it claims to be in.
   * With `pending`, it reports as pending what the account has signed for the nonce `by` beyond its
   * next one.
   */
  | { readonly act: 'lie'; readonly about: LieSubject; readonly by: bigint }
  /** Claims to have settled a transaction that it has not settled. */
  | { readonly act: 'ack-without-apply' }
  /** Serves only these peers and senders. */
  | { readonly act: 'selective-service'; readonly serves: Scope }
  /** Serves a snapshot in which the account of this client differs from what it was (C5). */
  | FalseSnapshot
  /**
   * Reports a change that no quorum has signed, in place of each change that it should report (C4,
   * C8, P10).
   */
  | FalseChange
  /** Reports tokens and escrow jobs that differ from what it holds (P7). */
  | { readonly act: 'false-records'; readonly shows: RecordLie }
  /** Shows genuine certificates that differ from those it holds or was asked for (P7). */
  | { readonly act: 'other-certificates'; readonly shows: CertificateChoice }
  /** Refuses with this code what it is asked to check or to sign. */
  | { readonly act: 'refuse'; readonly code: FalseRefusal };

/** Shows a different account in a snapshot from what the account was when the epoch ended. */
export interface FalseSnapshot {
  readonly act: 'false-snapshot';
  readonly of: string;
  readonly shows: SnapshotLie;
  /** The receiver and the amount, where a payment is shown. */
  readonly to: string;
  readonly amount: bigint;
}

/**
 * Reports a change to these members. With a moment, it also reports at that moment a change that
 * nobody has made.
 */
export interface FalseChange {
  readonly act: 'false-change';
  readonly forges: ChangeForgery;
  readonly members: readonly string[];
}
