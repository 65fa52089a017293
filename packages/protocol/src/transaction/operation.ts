import type {
  Address,
  Bytes32,
  EscrowConfigId,
  EscrowJobId,
  HexBytes,
  Signature,
  State,
  StateKey,
  TokenId,
} from '../primitives.ts';

/** Moves an amount from the sender to the recipient. */
export interface TokenTransfer {
  readonly tokenId: TokenId;
  readonly recipient: Address;
  /** Least units, at least 1. */
  readonly amount: bigint;
  readonly userData: Bytes32 | null;
}

/** Creates a token whose admin is the sender. */
export interface TokenCreation {
  readonly tokenName: string;
  /** The power of ten of a full unit, 0 to 255. */
  readonly decimals: number;
  /** Least units that the sender holds afterwards; may be 0. */
  readonly initialAmount: bigint;
  readonly mints: readonly Address[];
  readonly userData: Bytes32 | null;
}

/** Adds or removes an address that may mint a token. */
export type MintChange = readonly ['Add' | 'Remove', Address];

/** Changes a token's admin, name and mints. */
export interface TokenManagement {
  readonly tokenId: TokenId;
  /** Equals the number of updates so far: the first update has id 0. */
  readonly updateId: bigint;
  /** Null keeps the current admin. */
  readonly newAdmin: Address | null;
  readonly mints: readonly MintChange[];
  readonly userData: Bytes32 | null;
  /** Null keeps the current name; only `Release20260508` has this field. */
  readonly newTokenName: string | null;
}

/** Adds to a token's supply and to the recipient's balance; the sender must be one of its mints. */
export interface Mint {
  readonly tokenId: TokenId;
  readonly recipient: Address;
  readonly amount: bigint;
}

/** Takes from the sender's balance and the token's supply. */
export interface Burn {
  readonly tokenId: TokenId;
  readonly amount: bigint;
}

/** Creates a state cell of the sender. */
export interface StateInitialization {
  readonly key: StateKey;
  readonly initialState: State;
}

/** Moves a state cell of the sender from one state to the next. */
export interface StateUpdate {
  readonly key: StateKey;
  readonly previousState: State;
  readonly nextState: State;
  /** The transaction that proves the step; stored, not checked. */
  readonly computeClaimTxHash: string;
  readonly computeClaimTxTimestamp: bigint;
}

/** Sets a state cell of the sender without naming its previous state. */
export interface StateReset {
  readonly key: StateKey;
  readonly resetState: State;
}

/** One verifier's signature on the signing form of the enclosing transaction. */
export interface VerifierSignature {
  readonly verifierAddr: Address;
  readonly sig: Signature;
}

/** The data that verifiers vouch for, and how many of them are needed. */
export interface ExternalClaimBody {
  readonly verifierCommittee: readonly Address[];
  readonly verifierQuorum: bigint;
  readonly claimData: HexBytes;
}

/** Records data that a quorum of verifiers vouches for. */
export interface ExternalClaim {
  readonly claim: ExternalClaimBody;
  /** Not part of what anybody signs (rule V10). */
  readonly signatures: readonly VerifierSignature[];
}

/** A validator as the ledger describes it: its key and its endpoint. */
export interface ValidatorConfig {
  /** The validator key. */
  readonly address: Address;
  readonly host: string;
  readonly rpcPort: number;
}

/** Requests a seat in a later committee; the sender is the operator account. */
export interface JoinCommittee {
  readonly config: ValidatorConfig;
}

/** Replaces the committee of an epoch by that of the next epoch, whose number is `epoch`. */
export interface ChangeCommittee {
  readonly newCommittee: { readonly validators: readonly ValidatorConfig[] };
  readonly epoch: number;
}

/** An evaluator's fee: a fixed amount, or basis points of the provider's fee. */
export type EvaluationFee =
  | { readonly kind: 'Fixed'; readonly amount: bigint }
  | { readonly kind: 'Bps'; readonly bps: number };

/** Publishes the terms of an evaluator, who is the sender. */
export interface CreateConfig {
  readonly tokenId: TokenId;
  readonly evaluator: Address;
  readonly evaluationFee: EvaluationFee;
  readonly minEvaluatorFee: bigint;
}

/** Opens a job under a configuration and funds it. */
export interface CreateJob {
  readonly configId: EscrowConfigId;
  readonly provider: Address;
  readonly providerFee: bigint;
  readonly description: string;
}

/** Submits the deliverable of a job; the sender is the provider of the job. */
export interface Submit {
  readonly jobId: EscrowJobId;
  /** 32 bytes as hex digits. */
  readonly deliverable: string;
}

/** Completes or rejects a job; the sender is the evaluator of the job. */
export interface JobDecision {
  readonly jobId: EscrowJobId;
}

/** One of the five escrow operations. */
export type EscrowOperation =
  | ({ readonly kind: 'CreateConfig' } & CreateConfig)
  | ({ readonly kind: 'CreateJob' } & CreateJob)
  | ({ readonly kind: 'Submit' } & Submit)
  | ({ readonly kind: 'Reject' } & JobDecision)
  | ({ readonly kind: 'Complete' } & JobDecision);

/**
 * One operation of a transaction, whatever its release.
 *
 * Source: interface document, "Operations".
 */
export type Operation =
  | ({ readonly kind: 'TokenTransfer' } & TokenTransfer)
  | ({ readonly kind: 'TokenCreation' } & TokenCreation)
  | ({ readonly kind: 'TokenManagement' } & TokenManagement)
  | ({ readonly kind: 'Mint' } & Mint)
  | ({ readonly kind: 'Burn' } & Burn)
  | ({ readonly kind: 'StateInitialization' } & StateInitialization)
  | ({ readonly kind: 'StateUpdate' } & StateUpdate)
  | ({ readonly kind: 'ExternalClaim' } & ExternalClaim)
  | ({ readonly kind: 'StateReset' } & StateReset)
  | ({ readonly kind: 'JoinCommittee' } & JoinCommittee)
  | { readonly kind: 'LeaveCommittee' }
  | ({ readonly kind: 'ChangeCommittee' } & ChangeCommittee)
  | { readonly kind: 'Escrow'; readonly escrow: EscrowOperation };

/** Names a kind of operation. */
export type OperationKind = Operation['kind'];

/** An operation that every release of 2026 has. */
export type CommonOperation = Exclude<Operation, { readonly kind: 'Escrow' }>;

/**
 * The claim of a `Release20260319` transaction: one operation, or a batch.
 *
 * Newer clients write a batch under BCS tag 13 instead of 12. The tag is part of what was signed,
 * so it is kept (ledger.md section 5).
 */
export type Claim =
  | CommonOperation
  | {
      readonly kind: 'Batch';
      readonly tag: 12 | 13;
      readonly operations: readonly CommonOperation[];
    };

/** An operation inside a batch of the un-versioned shape, which has no `Burn` and no `Escrow`. */
export type UnversionedOperation = Exclude<CommonOperation, { readonly kind: 'Burn' }>;

/** The transfer of the un-versioned shape; the recipient is a field of the transaction. */
export type UnversionedTransfer = Omit<TokenTransfer, 'recipient'>;

/** The mint of the un-versioned shape; the recipient is a field of the transaction. */
export type UnversionedMint = Omit<Mint, 'recipient'>;

/** The claim of an un-versioned transaction. Source: facts.md B2.19, wire.md section 14. */
export type UnversionedClaim =
  | ({ readonly kind: 'TokenTransfer' } & UnversionedTransfer)
  | ({ readonly kind: 'Mint' } & UnversionedMint)
  | Exclude<UnversionedOperation, { readonly kind: 'TokenTransfer' | 'Mint' }>
  | { readonly kind: 'Batch'; readonly operations: readonly UnversionedOperation[] };
