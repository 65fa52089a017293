import type {
  Address,
  HexBytes,
  Operation,
  Rejection,
  Signature,
  TokenId,
  TransactionCertificate,
  TransactionEnvelope,
  TransactionId,
} from '@quorate/protocol';

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
}

/** Asks a validator to settle a transaction. */
export interface SubmitCertificate {
  readonly type: 'SubmitCertificate';
  readonly requestId: string;
  readonly certificate: TransactionCertificate;
}

/** Asks for settled certificates of one sender, ascending by nonce. */
export interface GetCertificates {
  readonly type: 'GetCertificates';
  readonly requestId: string;
  readonly sender: Address;
  readonly fromNonce: bigint;
  /** 1 to 200. */
  readonly limit: number;
}

/** Asks a client to build, sign and settle a transaction from its own account. */
export interface Execute {
  readonly type: 'Execute';
  readonly requestId: string;
  readonly operations: readonly Operation[];
}

/** Answers the request with the same id. */
export interface Response {
  readonly type: 'Response';
  readonly requestId: string;
  readonly result: Result;
}

/** What a validator hears. */
export type ValidatorMessage = SubmitTransaction | SubmitCertificate | GetCertificates;
/** What a proxy hears. */
export type ProxyMessage = SubmitTransaction | Response;
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
  /** A validator has applied the certificate, now or earlier (rules S2, S5). */
  | {
      readonly type: 'Settled';
      readonly transactionId: TransactionId;
      readonly createdTokens: readonly TokenId[];
    }
  | { readonly type: 'Certificates'; readonly certificates: readonly TransactionCertificate[] }
  /** A quorum has settled the transaction (rule P1). */
  | { readonly type: 'Success'; readonly certificate: TransactionCertificate }
  | Rejected;

/** Refuses a request. */
export interface Rejected {
  readonly type: 'Rejected';
  readonly rejection: Rejection;
}
