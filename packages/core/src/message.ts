import type {
  Address,
  EscrowJobId,
  EscrowRole,
  EscrowStatus,
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
import type { EscrowJob, Token } from './ledger/ledger.ts';

/** An envelope as bytes: the BCS of the transaction and of the signature, each as hex digits. */
export interface EncodedEnvelope {
  readonly transaction: HexBytes;
  readonly signature: HexBytes;
}

/**
 * Submits a transaction. A validator is asked to sign it, a proxy to get it settled, a client to
 * get it settled as the next transaction of its account.
 */
export interface SubmitTransaction {
  readonly type: 'SubmitTransaction';
  readonly requestId: string;
  readonly envelope: TransactionEnvelope | EncodedEnvelope;
  /**
   * Certificates that the transaction builds on, as far as its sender holds them. A proxy delivers
   * them to validators that lack them (rule P6). A proxy does not keep them with a transaction that
   * still lacks signatures, so whoever sends the last share sends them too. Validators ignore them.
   */
  readonly witnessCertificates?: readonly TransactionCertificate[];
}

/**
 * Asks a validator what it would answer if it were asked to sign; changes nothing (rule P5). The
 * sender's signature is not looked at, and a proxy keeps it back.
 */
export interface CheckTransaction {
  readonly type: 'CheckTransaction';
  readonly requestId: string;
  readonly envelope: TransactionEnvelope | EncodedEnvelope;
  /**
   * The id of the transaction that is meant. Where no signature is, nothing else shows that the
   * transaction was damaged on its way.
   */
  readonly transactionId?: TransactionId;
  /** Set when the answer shall tell what the sender holds of the native token. */
  readonly asksBalance?: true;
}

/** Asks a validator to settle a certificate. */
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

/** Selects certificates. */
export type CertificateSelection =
  /** The certificates of one sender, ascending by nonce. */
  | {
      readonly by: 'Sender';
      readonly sender: Address;
      readonly fromNonce: bigint;
      readonly limit: number;
    }
  /**
   * The certificates that decide what an account may do: those that credited it, and those that
   * updated the tokens named. From each of these lists: leave out the newest `skip`, then take the
   * newest `limit`, ascending.
   */
  | {
      readonly by: 'Basis';
      readonly recipient: Address;
      readonly tokenIds: readonly TokenId[];
      readonly skip: number;
      readonly limit: number;
    }
  /** The certificates that provide a dependency which a validator lacks. */
  | { readonly by: 'Dependency'; readonly dependency: MissingDependency }
  /** The certificate that completed or rejected an escrow job. */
  | { readonly by: 'Decision'; readonly jobId: EscrowJobId }
  /**
   * The certificates that one validator settled, in its order of settlement; `from` counts from 0.
   */
  | { readonly by: 'Sequence'; readonly from: bigint; readonly limit: number }
  | { readonly by: 'Id'; readonly transactionId: TransactionId };

/** Selects entries of a list; at most 100 by name. */
export type Filter<Id> = 'none' | 'all' | readonly Id[];

/** Asks for an account: its balances, next nonce, lock and state cells. */
export interface GetAccountInfo {
  readonly type: 'GetAccountInfo';
  readonly requestId: string;
  readonly address: Address;
  readonly tokenBalances: Filter<TokenId>;
  readonly stateKeys: Filter<StateKey>;
}

/** Asks for tokens: their supply and description; at most 100. */
export interface GetTokenInfo {
  readonly type: 'GetTokenInfo';
  readonly requestId: string;
  readonly tokenIds: readonly TokenId[];
}

/** Asks for escrow jobs: up to 100 by id, or those of one party. */
export interface GetEscrowJobs {
  readonly type: 'GetEscrowJobs';
  readonly requestId: string;
  readonly select:
    | { readonly by: 'Id'; readonly jobIds: readonly EscrowJobId[] }
    | {
        readonly by: 'Party';
        readonly role: EscrowRole;
        readonly party: Address;
        /** Absent means any status. */
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

/** Asks a proxy for the transactions of an account that still lack signatures (rule P9). */
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

/** Asks a validator for one part of its snapshot of an ended epoch (rule C5). */
export interface GetSnapshot {
  readonly type: 'GetSnapshot';
  readonly requestId: string;
  readonly epoch: number;
  /** Counted from 0; null selects the root. */
  readonly page: number | null;
}

/** Answers the request with the same id. */
export interface Response {
  readonly type: 'Response';
  readonly requestId: string;
  readonly result: Result;
}

/**
 * What a validator answers from its memory and its store without changing anything, and a proxy
 * from what a quorum of validators answers (rule P7).
 */
export type Query = GetCertificates | GetAccountInfo | GetTokenInfo | GetEscrowJobs;
/** The messages that a validator receives. */
export type ValidatorMessage =
  | SubmitTransaction
  | CheckTransaction
  | SubmitCertificate
  | Query
  | AnnounceChange
  | GetSnapshot
  | Response;
/** The messages that a proxy receives. */
export type ProxyMessage = SubmitTransaction | Query | GetPending | Response;
/** The messages that a client receives. */
export type ClientMessage = Execute | SubmitTransaction | Response;
/** Every message between nodes. */
export type Message = ValidatorMessage | ProxyMessage | ClientMessage;

/** Every possible answer to a request. */
export type Result =
  /**
   * A validator's signature (rule V9). `nextNonce` is the nonce before this transaction settles.
   */
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
      /**
       * Set when the validator holds this transaction since a handover but has not signed it (C6).
       */
      readonly isHeld?: true;
      /**
       * What the sender holds of the native token before the transaction settles, in least units.
       * Present only if the request asks for it.
       */
      readonly balance?: bigint;
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
  /** The proxy stored a transaction that still lacks signatures; more may be sent (rule P9). */
  | {
      readonly type: 'IncompleteMultiSig' | 'IncompleteVerifierSigs';
      /** With all signatures received so far. */
      readonly envelope: TransactionEnvelope;
      readonly reason: string;
    }
  | EpochStatus
  /** The requested part of a snapshot (rule C5). */
  | { readonly type: 'SnapshotPart'; readonly signed: SignedSnapshotPart }
  | { readonly type: 'PendingTransactions'; readonly envelopes: readonly TransactionEnvelope[] }
  /** A quorum has settled the transaction (rule P1). */
  | { readonly type: 'Success'; readonly certificate: TransactionCertificate }
  | Rejected;

/** Where a validator stands between epochs. */
export interface EpochStatus {
  readonly type: 'EpochStatus';
  /** The latest epoch that the validator knows of. */
  readonly known: number;
  /** The latest epoch whose locks the validator holds: it signs in no other. */
  readonly served: number;
}

/** Settled certificates. */
export interface Certificates {
  readonly type: 'Certificates';
  readonly certificates: readonly TransactionCertificate[];
  /**
   * From a validator: the requested certificates that have settled there but are pruned. Absent
   * means none.
   */
  readonly pruned?: readonly PrunedCertificate[];
}

/** Escrow jobs. */
export interface EscrowJobs {
  readonly type: 'EscrowJobs';
  /** Ascending by id; at most 1000 (rule P12). */
  readonly jobs: readonly (readonly [EscrowJobId, EscrowJob])[];
}

/** What is known of an account. An account that was never seen is a new one, not an error. */
export interface AccountInfo {
  readonly type: 'AccountInfo';
  readonly address: Address;
  /** Of the native token, in least units. Below zero while a credit is still missing (rule S6). */
  readonly balance: bigint;
  readonly nextNonce: bigint;
  /** What the lock holds. */
  readonly pending: Pending | undefined;
  /** Ascending by token; at most 1000 (rule P12). */
  readonly tokenBalances: readonly (readonly [TokenId, bigint])[];
  /** Ascending by key; at most 1000 (rule P12). */
  readonly stateCells: readonly (readonly [StateKey, State])[];
  /**
   * From a proxy: the up-to-date validators whose answer differs from that of f + 1 of them (P7).
   */
  readonly disagreements?: readonly Address[];
}

/** What is known of tokens. A token of which nothing has settled is left out. */
export interface TokenInfo {
  readonly type: 'TokenInfo';
  readonly tokens: readonly (readonly [TokenId, Token])[];
}

/**
 * What a lock holds: one envelope with the validator's signature, or the two rivals of a contested
 * account.
 */
export type Pending =
  | {
      readonly kind: 'pending';
      readonly envelope: TransactionEnvelope;
      readonly validator: Address;
      /** Undefined when the validator holds the envelope without having signed it (rule C6). */
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

/** Answers a request with a refusal. */
export function rejected(rejection: Rejection): Rejected {
  return { type: 'Rejected', rejection };
}

/** Tells whether a result says that a transaction still lacks signatures (rule P9). */
export function isIncomplete(
  result: Result,
): result is Extract<Result, { readonly type: 'IncompleteMultiSig' | 'IncompleteVerifierSigs' }> {
  return result.type === 'IncompleteMultiSig' || result.type === 'IncompleteVerifierSigs';
}
