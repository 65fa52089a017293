import type { Act, BendingAct, RequestKind, Scope } from './act.ts';

/** One thing that a Byzantine validator does. */
export type ValidatorAct = BendingValidatorAct | TakeRole | Propose;

/** An act that stands between a validator and the network. */
export type BendingValidatorAct = BendingAct & ValidatorDeed;

/**
 * Signs a transaction with its key, as nobody may whose key is a validator's (V3), and has it settled
 * should a quorum sign it.
 */
export interface TakeRole extends Act {
  readonly act: 'take-role';
  readonly role: ForbiddenRole;
}

/**
 * Has its operator, and those in league, sign a change to these members, beside the one that a quorum of
 * operators signs (C3), and has it settled should a quorum of validators sign it. Asked to sign the other
 * as well, they do.
 */
export interface Propose extends Act {
  readonly act: 'propose';
  readonly members: readonly string[];
  /** The validators of the operators in league, its own apart. */
  readonly signers: readonly string[];
  /** How many operators the account asks for that it signs for: that of the committee asks for a quorum. */
  readonly quorum: number | undefined;
}

/** What a validator's key may not be: a sender, a signer of a multisig account, a verifier. */
export type ForbiddenRole = 'sender' | 'signer' | 'verifier';

/** What a Byzantine validator may do; shape: docs/scenarios.md, `byzantine`. */
export type ValidatorDeed =
  /** Serves what the act touches from a second honest instance under the same key. */
  | { readonly act: 'twin' }
  /** Signs every valid transaction, whatever the lock holds (against V4). */
  | { readonly act: 'double-sign' }
  /** Signs what these rules refuse. */
  | { readonly act: 'sign-invalid'; readonly rules: readonly SubmissionRule[] }
  /** Signs whatever bytes decode, if this client is the sender. */
  | { readonly act: 'collude'; readonly with: string }
  /** Does what it is asked and does not answer. */
  | { readonly act: 'withhold'; readonly kinds: readonly RequestKind[] }
  /** Answers with signatures that do not verify. */
  | { readonly act: 'forge' }
  /** Repeats a signer in the certificates that it serves, and answers each request to sign twice. */
  | { readonly act: 'duplicate-signer' }
  /** Gives its signature for that of another validator. */
  | { readonly act: 'wrong-name'; readonly as: string }
  /** Answers queries and dry runs from what it held so many requests ago. */
  | { readonly act: 'stale-view'; readonly requests: number }
  /**
   * Adds to the balances or nonces that it reports, or to the epochs that it says it is in; or reports as pending what
   * is for so much later a nonce.
   */
  | { readonly act: 'lie'; readonly about: LieSubject; readonly by: bigint }
  /** Says that it has settled what it has not. */
  | { readonly act: 'ack-without-apply' }
  /** Hears only these. */
  | { readonly act: 'selective-service'; readonly serves: Scope }
  /** Serves a snapshot in which the account of this client is not as it was (C5). */
  | FalseSnapshot
  /** Tells of a change that no quorum has signed, in place of each that it tells of (C4, C8, P10). */
  | FalseChange
  /** Tells of tokens and escrow jobs what it does not hold (P7). */
  | { readonly act: 'false-records'; readonly shows: RecordLie }
  /** Shows genuine certificates, and others than it has or was asked for (P7). */
  | { readonly act: 'other-certificates'; readonly shows: CertificateChoice }
  /** Refuses with this code what it is asked to check or to sign. */
  | { readonly act: 'refuse'; readonly code: FalseRefusal };

/** Shows of an account something else than it held when the epoch ended. */
export interface FalseSnapshot {
  readonly act: 'false-snapshot';
  readonly of: string;
  readonly shows: SnapshotLie;
  /** What is paid to whom where a payment is shown. */
  readonly to: string;
  readonly amount: bigint;
}

/** What a Byzantine validator adds to. */
export type LieSubject = 'balance' | 'nonce' | 'state' | 'epoch' | 'pending';

/** Tells of a change to these members; at its moment, if it has one, also of one that nobody has made. */
export interface FalseChange {
  readonly act: 'false-change';
  readonly forges: ChangeForgery;
  readonly members: readonly string[];
}

/**
 * What is wrong with the change: other members under the true signatures, or a certificate that repeats
 * the liar's own, over what the liar's operator alone has signed.
 */
export type ChangeForgery = 'members' | 'certificate';

/**
 * What is shown: no lock; a payment that the client, who is in league, has signed; one that it has not
 * signed; a nonce that the account has not reached; that nonce on a page which the root, a true one, does
 * not name; the truth, and the accounts of each page the other way round, or the last of them once more on
 * a page of its own, or all of it under another change; three payments that the client has signed; or one
 * in contest with one that it has not signed.
 */
export type SnapshotLie =
  | 'nothing'
  | 'rival'
  | 'forgery'
  | 'later-nonce'
  | 'other-page'
  | 'out-of-order'
  | 'repeated'
  | 'three-rivals'
  | 'half-forged'
  | 'other-change';

/**
 * What is told of records: none; each as it would be after another update, or one more of its steps; each a second
 * time, under an id that nobody asked for; or that there is something wrong with the question.
 */
export type RecordLie = 'nothing' | 'later' | 'others' | 'refusal';

/**
 * What is shown of certificates: those that others alone have signed with its own signature in place of one of theirs;
 * of a sender all from its first nonce on, wherever the list was to begin and to end.
 */
export type CertificateChoice = 'signers' | 'page';

/** A rule of submission that a Byzantine validator can leave out. */
export type SubmissionRule = 'V2' | 'V3' | 'V5' | 'V6' | 'V7';

/** A refusal that a Byzantine validator can make up. */
export type FalseRefusal =
  | 'InvalidRequest'
  | 'InvalidSignature'
  | 'InsufficientFunding'
  | 'UnexpectedNonce'
  | 'NonSubmittableOperation'
  | 'MissingDependency'
  | 'EpochEnding';
