export { formatAddress, parseAddress } from './address.ts';
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
} from './committee-vote.ts';
export { DecodeError, type DecodeErrorCode } from './decode-error.ts';
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
} from './envelope.ts';
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
} from './epoch-snapshot.ts';
export {
  ERROR_CATALOGUE,
  type ErrorCatalogue,
  type ErrorEntry,
  REST_STATUS,
  type RejectionOf,
} from './error-catalogue.ts';
export { deepFreeze } from './freeze.ts';
export { bytesToHex, hexToBytes, readHex } from './hex.ts';
export {
  isJsonObject,
  type JsonDialect,
  type JsonObject,
  type JsonValue,
  stringifyJson,
} from './json.ts';
export type { JsonCodec } from './json-combinators.ts';
export { parseJson } from './json-reader.ts';
export { ownField } from './json-shape.ts';
export { keccak256 } from './keccak256.ts';
export { LIMITS, type Limits } from './limits.ts';
export type * from './operation.ts';
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
export type * from './rejection.ts';
export { DEPENDENCY_KINDS } from './rejection.ts';
export {
  type JsonRpcError,
  type RestError,
  toJsonRpcError,
  toRestError,
} from './rejection-json.ts';
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
} from './requests.ts';
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
} from './responses.ts';
export {
  createdId,
  factsOf,
  operationId,
  type TransactionFacts,
  transactionId,
} from './signing.ts';
export type { Release, Transaction, VersionedTransaction } from './transaction.ts';
export {
  decodeTransaction,
  decodeUnversionedTransaction,
  encodeTransaction,
  transactionFromJson,
  transactionToJson,
  withOtherTags,
} from './transaction-codec.ts';
export { TRANSACTIONS_PAGE, type TransactionsPage } from './transactions-page.ts';
