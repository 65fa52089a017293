export { addressIn, formatAddress, parseAddress } from './address.ts';
export type { JsonCodec } from './codec/json-combinators.ts';
export {
  BALLOT,
  type Ballot,
  type CommitteeVote,
  OPERATOR_BOOK,
  type OperatorBook,
  readinessSigningBytes,
  type SeatReadiness,
  SIGNED_READINESS,
  SIGNED_VOTE,
  type SignedReadiness,
  type SignedVote,
  type VotedProposal,
  voteSigningBytes,
} from './committee/committee-vote.ts';
export {
  SIGNED_SNAPSHOT_PART,
  type SignedSnapshotPart,
  type SnapshotEntry,
  type SnapshotHeader,
  type SnapshotPage,
  type SnapshotPart,
  type SnapshotRoot,
  snapshotPageHash,
  snapshotSigningBytes,
} from './committee/epoch-snapshot.ts';
export { counted } from './counted.ts';
export { DecodeError, type DecodeErrorCode } from './decode-error.ts';
export { deepFreeze } from './freeze.ts';
export { bytesToHex, hexToBytes, readHex } from './hex.ts';
export {
  ERROR_CATALOGUE,
  type ErrorCatalogue,
  type ErrorEntry,
  REST_STATUS,
  type RejectionOf,
} from './interface/error-catalogue.ts';
export type * from './interface/rejection.ts';
export { DEPENDENCY_KINDS } from './interface/rejection.ts';
export {
  type JsonRpcError,
  type RestError,
  toJsonRpcError,
  toRestError,
} from './interface/rejection-json.ts';
export {
  ACCOUNT_INFO_REQUEST,
  type AccountInfoRequest,
  CERTIFICATE_PARTS,
  CERTIFICATES_REQUEST,
  type CertificatesRequest,
  FAUCET_DRIP_REQUEST,
  type FaucetDripRequest,
  type FilterRequest,
  type NonceRange,
  PAGE_REQUEST,
  type PageRequest,
  TOKEN_INFO_REQUEST,
  type TokenInfoRequest,
} from './interface/requests.ts';
export {
  ACCOUNT_INFO,
  type AccountInfoResponse,
  CERTIFICATE,
  CERTIFICATES,
  CONFIRM_TRANSACTION_RESPONSE,
  type ConfirmTransactionResponse,
  ESCROW_JOB,
  ESCROW_JOB_WITH_CERTIFICATES,
  ESCROW_ROLES,
  ESCROW_STATUSES,
  type EscrowJobRecord,
  type EscrowJobWithCertificates,
  type EscrowRole,
  type EscrowStatus,
  PROXY_SUBMIT_RESULT,
  type ProxySubmitTransactionResult,
  SUBMIT_TRANSACTION_RESPONSE,
  type SubmitTransactionResponse,
  TOKEN_INFO,
  type TokenInfoResponse,
  type TokenMetadata,
  type ValidatedTransaction,
} from './interface/responses.ts';
export { TRANSACTIONS_PAGE, type TransactionsPage } from './interface/transactions-page.ts';
export {
  isJsonObject,
  type JsonDialect,
  type JsonObject,
  type JsonValue,
  stringifyJson,
} from './json/json.ts';
export { parseJson } from './json/json-reader.ts';
export { ownField } from './json/json-shape.ts';
export { keccak256 } from './keccak256.ts';
export { keepLatest } from './keep-latest.ts';
export { LIMITS, type Limits } from './limits.ts';
export {
  type Address,
  AMOUNT_MAX,
  BURN_ADDRESS,
  type Bytes32,
  type EscrowConfigId,
  type EscrowJobId,
  type HexBytes,
  NATIVE_TOKEN_ID,
  NETWORK_IDS,
  type NetworkId,
  type Signature,
  type State,
  type StateKey,
  type TokenId,
  type TransactionId,
} from './primitives.ts';
export { isObject, isSameData } from './same-data.ts';
export {
  certificateFromJson,
  certificateToJson,
  decodeSignature,
  encodeSignature,
  envelopeFromJson,
  envelopeToJson,
  type MultiSig,
  type MultiSigConfig,
  multiSigAddress,
  type NamedSignature,
  type SignatureOrMultiSig,
  type TransactionCertificate,
  type TransactionEnvelope,
} from './transaction/envelope.ts';
export type * from './transaction/operation.ts';
export {
  createdId,
  factsOf,
  operationId,
  type TransactionFacts,
  transactionId,
} from './transaction/signing.ts';
export type { Release, Transaction, VersionedTransaction } from './transaction/transaction.ts';
export {
  decodeTransaction,
  decodeUnversionedTransaction,
  encodeTransaction,
  transactionFromJson,
  transactionToJson,
  withOtherTags,
} from './transaction/transaction-codec.ts';
