import type {
  Address,
  EscrowJobId,
  HexBytes,
  MissingDependency,
  Operation,
  PrunedCertificate,
  Rejection,
  Signature,
  SignedSnapshotPart,
  State,
  StateKey,
  TokenId,
  TransactionCertificate,
  TransactionEnvelope,
  TransactionId,
} from '@quorate/protocol';
import type { EscrowJob, EscrowStatus, Token } from './ledger/ledger.ts';

/** An envelope as bytes: BCS of the transaction and of the signature, as hex digits. */
export interface EncodedEnvelope {
  readonly transaction: HexBytes;
  readonly signature: HexBytes;
}

/**
 * Asks a validator to sign a transaction, a proxy to see it settled, or a client to have it settled
 * as the next of its account.
 */
export interface SubmitTransaction {
  readonly type: 'SubmitTransaction';
  readonly requestId: string;
  readonly envelope: TransactionEnvelope | EncodedEnvelope;
  /**
   * What the transaction builds on, as far as its sender holds it: a proxy brings it to validators
   * that lack it (rule P6). It is not kept with what lacks signatures, so whoever sends the last
   * share sends it, too. Validators take no notice of it.
   */
  readonly witnessCertificates?: readonly TransactionCertificate[];
}

/** Asks a validator what it would answer if it were asked to sign; nothing changes (rule P5). */
export interface CheckTransaction {
  readonly type: 'CheckTransaction';
  readonly requestId: string;
  readonly envelope: TransactionEnvelope | EncodedEnvelope;
}

/** Asks a validator to settle a transaction. */
export interface SubmitCertificate {
  readonly type: 'SubmitCertificate';
  readonly requestId: string;
  readonly certificate: TransactionCertificate;
}

/** Asks for settled certificates, at most 200 in all. */
export interface GetCertificates {
  readonly type: 'GetCertificates';
  readonly requestId: string;
  readonly select: CertificateSelection;
}

/** Says which certificates are asked for. */
export type CertificateSelection =
  /** Those of one sender, ascending by nonce. */
  | {
      readonly by: 'Sender';
      readonly sender: Address;
      readonly fromNonce: bigint;
      readonly limit: number;
    }
  /**
   * What the standing of an account rests on: the certificates that credited it and those that
   * updated some tokens. Of every list, the newest `limit` but for the newest `skip`, ascending.
   */
  | {
      readonly by: 'Basis';
      readonly recipient: Address;
      readonly tokenIds: readonly TokenId[];
      readonly skip: number;
      readonly limit: number;
    }
  /** Those that make what a validator says it lacks. */
  | { readonly by: 'Dependency'; readonly dependency: MissingDependency }
  /** The one that completed or rejected an escrow job. */
  | { readonly by: 'Decision'; readonly jobId: EscrowJobId }
  /** Those that one validator settled, in the order it settled them; `from` counts from 0. */
  | { readonly by: 'Sequence'; readonly from: bigint; readonly limit: number }
  | { readonly by: 'Id'; readonly transactionId: TransactionId };

/** Says which entries of a list are wanted; at most 100 by name. */
export type Filter<Id> = 'none' | 'all' | readonly Id[];

/** Asks what is known of an account. */
export interface GetAccountInfo {
  readonly type: 'GetAccountInfo';
  readonly requestId: string;
  readonly address: Address;
  readonly tokenBalances: Filter<TokenId>;
  readonly stateKeys: Filter<StateKey>;
}

/** Asks what is known of tokens, at most 100. */
export interface GetTokenInfo {
  readonly type: 'GetTokenInfo';
  readonly requestId: string;
  readonly tokenIds: readonly TokenId[];
}

/** Says as what somebody takes part in an escrow job. */
export type EscrowRole = 'client' | 'provider' | 'evaluator';

/** Asks for escrow jobs: some by name, at most 100, or those of one party. */
export interface GetEscrowJobs {
  readonly type: 'GetEscrowJobs';
  readonly requestId: string;
  readonly select:
    | { readonly by: 'Id'; readonly jobIds: readonly EscrowJobId[] }
    | {
        readonly by: 'Party';
        readonly role: EscrowRole;
        readonly party: Address;
        /** Absent is any. */
        readonly status?: EscrowStatus;
      };
}

/** Asks a client to build, sign and settle a transaction from its own account. */
export interface Execute {
  readonly type: 'Execute';
  readonly requestId: string;
  readonly operations: readonly Operation[];
  /** As in `SubmitTransaction`. */
  readonly witnessCertificates?: readonly TransactionCertificate[];
}

/** Asks a proxy what it keeps of an account that lacks signatures (rule P9). */
export interface GetPending {
  readonly type: 'GetPending';
  readonly requestId: string;
  readonly address: Address;
}

/** Tells a validator that an epoch has begun, with the certificate of the change (rule C4). */
export interface AnnounceChange {
  readonly type: 'AnnounceChange';
  readonly requestId: string;
  /** The epoch that the change begins. */
  readonly epoch: number;
  readonly certificate: TransactionCertificate;
}

/** Asks a validator for a part of its snapshot of an epoch that has ended (rule C5). */
export interface GetSnapshot {
  readonly type: 'GetSnapshot';
  readonly requestId: string;
  readonly epoch: number;
  /** From 0; null is the root. */
  readonly page: number | null;
}

/** Answers the request with the same id. */
export interface Response {
  readonly type: 'Response';
  readonly requestId: string;
  readonly result: Result;
}

/** What a validator answers from its memory and its store, changing nothing. */
export type Query = GetCertificates | GetAccountInfo | GetTokenInfo | GetEscrowJobs;
/** What a validator hears. */
export type ValidatorMessage =
  | SubmitTransaction
  | CheckTransaction
  | SubmitCertificate
  | Query
  | AnnounceChange
  | GetSnapshot
  | Response;
/** What a proxy hears. */
export type ProxyMessage = SubmitTransaction | ProxyQuery | GetPending | Response;
/** What a proxy asks a quorum of validators for (rule P7). */
export type ProxyQuery = GetAccountInfo | GetTokenInfo | GetCertificates | GetEscrowJobs;
/** What a client hears. */
export type ClientMessage = Execute | SubmitTransaction | Response;
/** Everything that nodes say to each other. */
export type Message = ValidatorMessage | ProxyMessage | ClientMessage;

/** Everything that a request can be answered with. */
export type Result =
  /** A validator's signature (rule V9). `nextNonce` is not yet advanced. */
  | {
      readonly type: 'Signed';
      readonly validator: Address;
      readonly signature: Signature;
      readonly nextNonce: bigint;
      readonly transactionId: TransactionId;
    }
  /** A validator would sign the transaction (rule P5). */
  | {
      readonly type: 'Admissible';
      readonly transactionId: TransactionId;
      /** Set where the validator holds this very transaction since a handover, unsigned (rule C6). */
      readonly isHeld?: true;
    }
  /** A validator has applied the certificate, now or earlier (rules S2, S5). */
  | {
      readonly type: 'Settled';
      readonly transactionId: TransactionId;
      readonly createdTokens: readonly TokenId[];
    }
  | Certificates
  | AccountInfo
  | TokenInfo
  | EscrowJobs
  /** A proxy keeps what lacks signatures, and says how many it has; more may be sent (rule P9). */
  | {
      readonly type: 'IncompleteMultiSig' | 'IncompleteVerifierSigs';
      /** With all signatures that have arrived. */
      readonly envelope: TransactionEnvelope;
      readonly reason: string;
    }
  | EpochStatus
  /** A part of the snapshot that was asked for (rule C5). */
  | { readonly type: 'SnapshotPart'; readonly signed: SignedSnapshotPart }
  | { readonly type: 'PendingTransactions'; readonly envelopes: readonly TransactionEnvelope[] }
  /** A quorum has settled the transaction (rule P1). */
  | { readonly type: 'Success'; readonly certificate: TransactionCertificate }
  | Rejected;

/** Says where a validator stands between epochs. */
export interface EpochStatus {
  readonly type: 'EpochStatus';
  /** The latest epoch that it knows of. */
  readonly known: number;
  /** The latest epoch whose locks it holds. */
  readonly served: number;
}

/** Settled certificates. */
export interface Certificates {
  readonly type: 'Certificates';
  readonly certificates: readonly TransactionCertificate[];
  /** From a validator: what else is asked for and has settled there, and is pruned; none if absent. */
  readonly pruned?: readonly PrunedCertificate[];
}

/** Escrow jobs. */
export interface EscrowJobs {
  readonly type: 'EscrowJobs';
  /** Ascending by id; at most 1000 (rule P12). */
  readonly jobs: readonly (readonly [EscrowJobId, EscrowJob])[];
}

/** What is known of an account; one that was never seen is a new one, never an error. */
export interface AccountInfo {
  readonly type: 'AccountInfo';
  readonly address: Address;
  /** Native token, least units; may be below zero for a while (rule S6). */
  readonly balance: bigint;
  readonly nextNonce: bigint;
  /** What the lock holds. */
  readonly pending: Pending | undefined;
  /** Ascending by token; at most 1000 (rule P12). */
  readonly tokenBalances: readonly (readonly [TokenId, bigint])[];
  /** Ascending by key; at most 1000 (rule P12). */
  readonly stateCells: readonly (readonly [StateKey, State])[];
  /** From a proxy: the up-to-date validators that say something else than f + 1 of them (P7). */
  readonly disagreements?: readonly Address[];
}

/** What is known of tokens; one of which nothing has settled is left out. */
export interface TokenInfo {
  readonly type: 'TokenInfo';
  readonly tokens: readonly (readonly [TokenId, Token])[];
}

/** What a lock holds: one envelope and a validator's signature, or the two rivals of a contest. */
export type Pending =
  | {
      readonly kind: 'pending';
      readonly envelope: TransactionEnvelope;
      readonly validator: Address;
      /** Undefined where the validator holds the envelope without having signed it (rule C6). */
      readonly signature: Signature | undefined;
    }
  | {
      readonly kind: 'contested';
      readonly envelopes: readonly [TransactionEnvelope, TransactionEnvelope];
    };

/** Refuses a request. */
export interface Rejected {
  readonly type: 'Rejected';
  readonly rejection: Rejection;
}
