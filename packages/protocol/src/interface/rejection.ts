import type { Address, Bytes32, TokenId, TransactionId } from '../primitives.ts';
import type { TransactionEnvelope } from '../transaction/envelope.ts';

/** The kinds of things that a transaction can build on. */
export const DEPENDENCY_KINDS = [
  'Token',
  'TokenUpdate',
  'EscrowConfig',
  'EscrowJob',
  'EscrowSubmit',
  'Request',
  'Epoch',
] as const;

/**
 * Something that a transaction builds on and a validator lacks; `sender` and `nonce` name the
 * certificate that provides it, where known.
 */
export interface MissingDependency {
  readonly kind: (typeof DEPENDENCY_KINDS)[number];
  /**
   * The id of the absent record as hex digits, the key of an update, or an epoch in decimal digits.
   */
  readonly id: string;
  readonly sender?: Address;
  readonly nonce?: bigint;
}

/** One validator's refusal, in the report of a quorum that could not be reached (rule P8). */
export interface ValidatorRefusal {
  readonly validator: Address;
  readonly rejection: Rejection;
}

/**
 * The update that removed the sender from a token's minters after some validators had signed (rule
 * D5).
 */
export interface MintRemoved {
  readonly tokenId: TokenId;
  /** The admin that sent the update, and the nonce of its transaction. */
  readonly admin: Address;
  readonly nonce: bigint;
  readonly updateId: bigint;
}

/** What remains of a pruned certificate: the fact that it settled, and as which transaction. */
export interface PrunedCertificate {
  readonly sender: Address;
  readonly nonce: bigint;
  readonly transactionId: TransactionId;
  /** When it settled at the reporting node, in nanoseconds since the Unix epoch. */
  readonly settledAt: bigint;
  /** The keccak256 of the pruned certificate, by which a copy of it can be recognised. */
  readonly hash: Bytes32;
}

/**
 * The reason for refusing a request: a value of the protocol, with the facts needed to recover.
 *
 * `rule` is the rule of ledger.md that refused it.
 */
export type Rejection =
  | { readonly code: 'InvalidRequest'; readonly rule: 'V1'; readonly reason: string }
  | {
      readonly code: 'NonSubmittableOperation';
      readonly rule: 'V2' | 'V6' | 'V7' | 'P5';
      readonly reason: string;
      /**
       * The position in the transaction; absent when the refusal is about the whole transaction.
       */
      readonly operationIndex?: number;
      /**
       * Set when the validator holds this very transaction since a handover but has not signed it
       * (C6).
       */
      readonly isHeld?: true;
    }
  | {
      readonly code: 'InvalidSignature';
      readonly rule: 'V3' | 'S1';
      readonly reason: string;
    }
  | { readonly code: 'EpochEnding'; readonly rule: 'V4'; readonly epoch: number }
  | {
      readonly code: 'PreviousTransactionMustBeConfirmedFirst';
      readonly rule: 'V4';
      /** The one envelope in the lock, or the two rivals of a contested account. */
      readonly pending: readonly TransactionEnvelope[];
    }
  | {
      readonly code: 'UnexpectedNonce';
      readonly rule: 'V5';
      /** The nonce of the refused transaction. */
      readonly nonce: bigint;
      readonly expectedNonce: bigint;
    }
  | {
      readonly code: 'InsufficientFunding';
      readonly rule: 'V6' | 'V7';
      readonly tokenId: TokenId;
      readonly currentBalance: bigint;
      readonly required: bigint;
      readonly operationIndex?: number;
    }
  | {
      readonly code: 'MissingDependency';
      readonly rule: 'V6' | 'S4';
      readonly missing: readonly MissingDependency[];
    }
  | {
      readonly code: 'InvalidCertificate';
      readonly rule: 'S1' | 'C8';
      readonly reason: string;
      /**
       * The epoch of the refusing validator, so that a driver can deliver later changes (rule C8).
       */
      readonly epoch: number;
    }
  | {
      readonly code: 'ConflictingCertificate';
      readonly rule: 'S2';
      readonly settled: TransactionId;
      readonly conflicting: TransactionId;
    }
  | {
      readonly code: 'MissingEarlierConfirmations';
      readonly rule: 'S3';
      readonly currentNonce: bigint;
    }
  | {
      readonly code: 'CertificateTooYoung';
      readonly rule: 'C2';
      readonly resendAfterNanos: bigint;
    }
  | {
      readonly code: 'CertificatePruned';
      readonly rule: 'P7';
      /** The settled certificates that were asked for and that no node asked still has. */
      readonly pruned: readonly PrunedCertificate[];
    }
  | {
      readonly code: 'QuorumUnreachable';
      readonly rule: 'P8';
      readonly reason: string;
      /**
       * Whether some validator may have signed: then only the same bytes may be sent again (rule
       * P4).
       */
      readonly unsettled: boolean;
      /** Who refused at last, and why. */
      readonly refusals: readonly ValidatorRefusal[];
      /** Who neither refused nor did what was asked, as far as whoever reports this has heard. */
      readonly silent: readonly Address[];
      /** Set when the sender of a `Mint` was removed from the minters meanwhile (rule D5). */
      readonly mintRemoved?: MintRemoved;
      /** Set when validators lack certificates which the others have pruned (rule P6). */
      readonly pruned?: readonly PrunedCertificate[];
    };

/** The kind of a refusal. */
export type RejectionCode = Rejection['code'];
