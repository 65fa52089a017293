import type { TransactionEnvelope } from './envelope.ts';
import type { Address, Bytes32, TokenId, TransactionId } from './primitives.ts';

/** Names something that a certificate needs and a validator lacks, with its maker where known. */
export interface MissingDependency {
  readonly kind:
    | 'Token'
    | 'TokenUpdate'
    | 'EscrowConfig'
    | 'EscrowJob'
    | 'EscrowSubmit'
    | 'Request'
    | 'Epoch';
  /** The id of the absent record as hex digits, the update id, or the epoch as decimal digits. */
  readonly id: string;
  readonly sender?: Address;
  readonly nonce?: bigint;
}

/** Says who refused a transaction and why, in a quorum that could not be reached (rule P8). */
export interface ValidatorRefusal {
  readonly validator: Address;
  readonly rejection: Rejection;
}

/** Names the update that took the right to mint away, while some validators had signed already. */
export interface MintRemoved {
  readonly tokenId: TokenId;
  /** The admin who made the update, and the nonce of its transaction. */
  readonly admin: Address;
  readonly nonce: bigint;
  readonly updateId: bigint;
}

/** What is left of a certificate whose body a node has let go of: that it settled, and as what. */
export interface PrunedCertificate {
  readonly sender: Address;
  readonly nonce: bigint;
  readonly transactionId: TransactionId;
  /** When it settled there: nanoseconds since the Unix epoch. */
  readonly settledAt: bigint;
  /** The keccak256 of the certificate that was let go of, so that a copy of it can be recognised. */
  readonly hash: Bytes32;
}

/**
 * Says why a request was refused: a value of the protocol, with the facts needed to recover.
 *
 * `rule` names the rule of the ledger document that refused.
 */
export type Rejection =
  | { readonly code: 'InvalidRequest'; readonly rule: 'V1'; readonly reason: string }
  | {
      readonly code: 'NonSubmittableOperation';
      readonly rule: 'V2' | 'V6' | 'V7' | 'P5';
      readonly reason: string;
      /** Position in the transaction; absent when the refusal concerns the whole. */
      readonly operationIndex?: number;
      /** Set where the validator holds this very transaction since a handover, unsigned (rule C6). */
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
      /** One envelope that the lock holds, or the two rivals of a contested account. */
      readonly pending: readonly TransactionEnvelope[];
    }
  | {
      readonly code: 'UnexpectedNonce';
      readonly rule: 'V5';
      /** The transaction's own. */
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
      /** The refusing validator's own epoch, for a driver that brings later changes (rule C8). */
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
      /** What was asked for and is settled, and what nobody who was asked has the body of. */
      readonly pruned: readonly PrunedCertificate[];
    }
  | {
      readonly code: 'QuorumUnreachable';
      readonly rule: 'P8';
      readonly reason: string;
      /** Whether some validator signed: then only the same bytes may be sent again (rule P4). */
      readonly unsettled: boolean;
      readonly refusals: readonly ValidatorRefusal[];
      /** Set where a `Mint` met the removal of its sender from the mints (rule D5). */
      readonly mintRemoved?: MintRemoved;
      /** Set where validators lack certificates that those who settled them have pruned (rule P6). */
      readonly pruned?: readonly PrunedCertificate[];
    };

/** Names a kind of refusal. */
export type RejectionCode = Rejection['code'];
