import { ADDRESS, fixedBytes, SIGNATURE } from '../codec/binary-codecs.ts';
import { AMOUNT, U8, U64 } from '../codec/integer-codecs.ts';
import {
  type JsonCodec,
  jsonList,
  jsonNullable,
  jsonPair,
  jsonStruct,
} from '../codec/json-combinators.ts';
import { TEXT } from '../codec/scalar-codecs.ts';
import { DecodeError } from '../decode-error.ts';
import { expectObject, ownField } from '../json/json-shape.ts';
import {
  type Address,
  AMOUNT_MAX,
  type Bytes32,
  type EscrowConfigId,
  type EscrowJobId,
  type Signature,
  type State,
  type StateKey,
  type TokenId,
  type TransactionId,
} from '../primitives.ts';
import {
  certificateFromJson,
  certificateToJson,
  envelopeFromJson,
  envelopeToJson,
  type TransactionCertificate,
  type TransactionEnvelope,
} from '../transaction/envelope.ts';
import { TOKEN_ID } from '../transaction/operation-codec.ts';

/** A transaction with one validator's signature. Source: facts.md F6.10. */
export interface ValidatedTransaction {
  readonly value: TransactionEnvelope;
  readonly validator: Address;
  readonly signature: Signature;
}

/** An account. Source: interface document, "Response wrappers"; facts.md F6.9. */
export interface AccountInfoResponse {
  readonly sender: Address;
  /** Of the native token, in least units; may be below zero for a while. */
  readonly balance: bigint;
  readonly nextNonce: bigint;
  readonly pendingConfirmation: ValidatedTransaction | null;
  readonly requestedState: readonly (readonly [StateKey, State])[];
  /** Null when none were asked for. */
  readonly requestedCertificates: readonly TransactionCertificate[] | null;
  readonly requestedValidatedTransaction: ValidatedTransaction | null;
  readonly tokenBalance: readonly (readonly [TokenId, bigint])[];
}

/** A token. Source: facts.md F6.11. */
export interface TokenMetadata {
  /** The number of applied updates. */
  readonly updateId: bigint;
  readonly admin: Address;
  readonly tokenName: string;
  readonly decimals: number;
  /** Least units. */
  readonly totalSupply: bigint;
  readonly mints: readonly Address[];
}

/** The requested tokens, in the order of the request; null for an unknown token. */
export interface TokenInfoResponse {
  readonly requestedTokenMetadata: readonly (readonly [TokenId, TokenMetadata | null])[];
}

/** The statuses of an escrow job; at settlement it only climbs (rule E6). */
export const ESCROW_STATUSES = ['Funded', 'Submitted', 'Completed', 'Refunded'] as const;
/** How far an escrow job has come. */
export type EscrowStatus = (typeof ESCROW_STATUSES)[number];

/** The roles of accounts in an escrow job. */
export const ESCROW_ROLES = ['client', 'provider', 'evaluator'] as const;
/** What an account is in an escrow job. */
export type EscrowRole = (typeof ESCROW_ROLES)[number];

/** An escrow job as clients see it. Source: wire.md section 6. */
export interface EscrowJobRecord {
  readonly jobId: EscrowJobId;
  readonly configId: EscrowConfigId;
  readonly client: Address;
  readonly provider: Address;
  readonly evaluator: Address;
  readonly tokenId: TokenId;
  readonly providerFee: bigint;
  readonly evaluatorFee: bigint;
  readonly description: string;
  readonly deliverable: Bytes32 | null;
  readonly status: string;
}

/** An escrow job with the certificates that led to its current state. */
export interface EscrowJobWithCertificates {
  readonly job: EscrowJobRecord;
  readonly certificates: readonly TransactionCertificate[];
}

/** A validator's answer to a transaction. Source: interface document, "Response wrappers". */
export interface SubmitTransactionResponse {
  readonly validator: Address;
  readonly signature: Signature;
  readonly nextNonce: bigint;
  readonly transactionHash: TransactionId;
}

/** A validator's answer to a certificate that it has settled. Source: facts.md P1.30. */
export interface ConfirmTransactionResponse {
  /** The tokens that the transaction created, in order; a repetition gives the same answer. */
  readonly tokenIds: readonly TokenId[];
}

/** A proxy's answer to a transaction. Source: wire.md section 7. */
export type ProxySubmitTransactionResult =
  | { readonly kind: 'Success'; readonly certificate: TransactionCertificate }
  | { readonly kind: 'IncompleteMultiSig' }
  | { readonly kind: 'IncompleteVerifierSigs' };

/**
 * JSON of a balance or a supply: an amount, with a leading `-` if it is below zero. Both may be
 * beyond 2^256 - 1 in memory and are shown as that limit (ledger.md section 4).
 */
const BALANCE: JsonCodec<bigint> = {
  toJson: (value, dialect) => within(value).toString(dialect === 'rpc' ? 16 : 10),
  fromJson: (json, dialect, path) => {
    if (typeof json !== 'string' || !json.startsWith('-')) {
      return AMOUNT.fromJson(json, dialect, path);
    }
    return -AMOUNT.fromJson(json.slice(1), dialect, path);
  },
};

function within(balance: bigint): bigint {
  if (balance > AMOUNT_MAX) return AMOUNT_MAX;
  return balance < -AMOUNT_MAX ? -AMOUNT_MAX : balance;
}

/** JSON of a certificate. */
export const CERTIFICATE: JsonCodec<TransactionCertificate> = {
  toJson: certificateToJson,
  fromJson: certificateFromJson,
};

/** JSON of several certificates. */
export const CERTIFICATES: JsonCodec<readonly TransactionCertificate[]> = jsonList(CERTIFICATE);

const VALIDATED_TRANSACTION = jsonNullable(
  jsonStruct<ValidatedTransaction>({
    value: { toJson: envelopeToJson, fromJson: envelopeFromJson },
    validator: ADDRESS,
    signature: SIGNATURE,
  }),
);

/** JSON of a validator's answer to a certificate. */
export const CONFIRM_TRANSACTION_RESPONSE: JsonCodec<ConfirmTransactionResponse> =
  jsonStruct<ConfirmTransactionResponse>({ tokenIds: jsonList(TOKEN_ID) });

/** JSON of an account. */
export const ACCOUNT_INFO: JsonCodec<AccountInfoResponse> = jsonStruct<AccountInfoResponse>({
  sender: ADDRESS,
  balance: BALANCE,
  nextNonce: U64,
  pendingConfirmation: VALIDATED_TRANSACTION,
  requestedState: jsonList(jsonPair(fixedBytes<StateKey>(32), fixedBytes<State>(32))),
  requestedCertificates: jsonNullable(CERTIFICATES),
  requestedValidatedTransaction: VALIDATED_TRANSACTION,
  tokenBalance: jsonList(jsonPair(TOKEN_ID, BALANCE)),
});

/** JSON of tokens. */
export const TOKEN_INFO: JsonCodec<TokenInfoResponse> = jsonStruct<TokenInfoResponse>({
  requestedTokenMetadata: jsonList(
    jsonPair(
      TOKEN_ID,
      jsonNullable(
        jsonStruct<TokenMetadata>({
          updateId: U64,
          admin: ADDRESS,
          tokenName: TEXT,
          decimals: U8,
          totalSupply: BALANCE,
          mints: jsonList(ADDRESS),
        }),
      ),
    ),
  ),
});

/** JSON of an escrow job. */
export const ESCROW_JOB: JsonCodec<EscrowJobRecord> = jsonStruct<EscrowJobRecord>({
  jobId: fixedBytes<EscrowJobId>(32),
  configId: fixedBytes<EscrowConfigId>(32),
  client: ADDRESS,
  provider: ADDRESS,
  evaluator: ADDRESS,
  tokenId: TOKEN_ID,
  providerFee: AMOUNT,
  evaluatorFee: AMOUNT,
  description: TEXT,
  deliverable: jsonNullable(fixedBytes<Bytes32>(32)),
  status: TEXT,
});

/** JSON of an escrow job with its certificates. */
export const ESCROW_JOB_WITH_CERTIFICATES: JsonCodec<EscrowJobWithCertificates> =
  jsonStruct<EscrowJobWithCertificates>({ job: ESCROW_JOB, certificates: CERTIFICATES });

/** JSON of a validator's answer to a transaction. */
export const SUBMIT_TRANSACTION_RESPONSE: JsonCodec<SubmitTransactionResponse> =
  jsonStruct<SubmitTransactionResponse>({
    validator: ADDRESS,
    signature: SIGNATURE,
    nextNonce: U64,
    transactionHash: fixedBytes<TransactionId>(32),
  });

/**
 * JSON of a proxy's answer.
 *
 * REST writes the incomplete results as bare strings. JSON-RPC writes an object, and for an
 * incomplete multisig it has two keys: the interface document has `IncompleteMultiSigs`, while
 * published clients read only `IncompleteMultiSig` (wire.md sections 7 and 14). Reading accepts
 * every form.
 */
export const PROXY_SUBMIT_RESULT: JsonCodec<ProxySubmitTransactionResult> = {
  toJson: (result, dialect) => {
    if (result.kind === 'Success') {
      return { Success: certificateToJson(result.certificate, dialect) };
    }
    if (dialect !== 'rpc') return result.kind;
    return result.kind === 'IncompleteMultiSig'
      ? { IncompleteMultiSigs: [], IncompleteMultiSig: [] }
      : { IncompleteVerifierSigs: [] };
  },
  fromJson: (json, dialect, path) => {
    const object = typeof json === 'string' ? { [json]: null } : expectObject(json, path);
    const success = ownField(object, 'Success');
    if (success !== undefined) {
      const certificate = certificateFromJson(success, dialect, `${path}.Success`);
      return { kind: 'Success', certificate };
    }
    const kind = INCOMPLETE.find(([name]) => Object.hasOwn(object, name))?.[1];
    if (kind !== undefined) return { kind };
    const names = ['Success', ...INCOMPLETE.map(([name]) => name)].join(', ');
    throw new DecodeError('UnknownVariant', path, `one of ${names}`);
  },
};

const INCOMPLETE = [
  ['IncompleteMultiSig', 'IncompleteMultiSig'],
  ['IncompleteMultiSigs', 'IncompleteMultiSig'],
  ['IncompleteVerifierSigs', 'IncompleteVerifierSigs'],
] as const;
