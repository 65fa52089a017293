export { buildEnvelope, type Intent, releaseOf } from './client/build.ts';
export { recoverClient } from './client/recover.ts';
export type { ClientEnv, ClientRules } from './client/rule-types.ts';
export { CLIENT_RULES } from './client/rules.ts';
export { requestIdOf } from './client/send.ts';
export {
  CLIENT_TIMINGS,
  type ClientState,
  type ClientTimings,
  freshClient,
  type InFlight,
} from './client/state.ts';
export { stepClient } from './client/step.ts';
export {
  type Committee,
  type CommitteeMember,
  claimedCommittee,
  committeeConfig,
  committeeOf,
  followedBy,
  memberAt,
  memberOf,
  nodeNameOf,
  nodeNamesOf,
  withOperator,
} from './committee.ts';
export { nextCommittee } from './committee-chain.ts';
export type {
  Effect,
  Input,
  LoadRange,
  NodeName,
  Persist,
  Step,
  StoreRange,
  StoreRow,
  StoreWrite,
} from './effect.ts';
export { rangeUnder } from './effect.ts';
export type { Env } from './env.ts';
export {
  type FeeTable,
  type Genesis,
  type GenesisAccount,
  type GenesisToken,
  type ProxyGenesis,
  startingBalances,
} from './genesis.ts';
export type { ValidatorStatus } from './handover/handover.ts';
export { resumeHandover } from './handover/hear.ts';
export { type Keyring, keyringOf } from './handover/keyring.ts';
export { isSpent } from './handover/spent.ts';
export { takeSnapshot } from './handover/take-snapshot.ts';
export { InvariantError, invariant } from './invariant.ts';
export { formatDigest, ledgerDigest, updateDigest } from './ledger/digest.ts';
export {
  type Account,
  applyChanges,
  balanceKey,
  type CommitteeRequest,
  cellKey,
  EMPTY_LEDGER,
  type EscrowConfig,
  type EscrowJob,
  heldEnvelopes,
  type Ledger,
  type LedgerTables,
  type Lock,
  NEW_ACCOUNT,
  nonceKey,
  type Origin,
  type RecordChange,
  TABLE_NAMES,
  type TableName,
  type Token,
} from './ledger/ledger.ts';
export { requestsInOrder } from './ledger/operations/committee-request.ts';
export type * from './message.ts';
export { isIncomplete, rejected } from './message.ts';
export { CLIENT_MESSAGES, PROXY_MESSAGES, VALIDATOR_MESSAGES } from './message-types.ts';
export { decodeEnvelope, encodeEnvelope, openEnvelope, readableFacts } from './open-envelope.ts';
export { isOpenRefusal } from './open-refusal.ts';
export {
  type BallotIntent,
  castVote,
  confirmVotes,
  openBook,
  proposeNext,
  signChange,
  type Told,
} from './operator/book.ts';
export {
  authorisedChange,
  buildChange,
  type ChangeIntent,
  changeFault,
  countSignatures,
} from './operator/change.ts';
export {
  candidacyFaults,
  candidatesOf,
  type NextMembers,
  nextMembers,
  type PassedOver,
} from './operator/next-members.ts';
export { NOT_CAUGHT_UP, readinessFaults, signReadiness } from './operator/readiness.ts';
export { OPERATOR_RULES, type OperatorEnv, type OperatorRules } from './operator/rules.ts';
export { countVotes, type VotesAbout } from './operator/votes.ts';
export { BROADCAST_PREFIX } from './proxy/broadcast.ts';
export { PRECHECKS, type Precheck } from './proxy/memory/memory.ts';
export { PROXY_RECOVERY, recoverProxy } from './proxy/recover.ts';
export type { ProxyEnv, ProxyRules } from './proxy/rule-types.ts';
export { PROXY_RULES } from './proxy/rules.ts';
export {
  PROXY_TIMINGS,
  type ProxyResume,
  type ProxyState,
  type ProxyTimings,
} from './proxy/state.ts';
export { stepProxy } from './proxy/step.ts';
export type { PrunePolicy } from './pruning/policy.ts';
export { faultyMax, quorumSize } from './quorum.ts';
export {
  CERTIFICATE_PREFIX,
  certificateKey,
  FROZEN_KEY,
  SERVED_KEY,
  sequenceRange,
  transactionKey,
} from './store-keys.ts';
export {
  type CertificateRow,
  isTombstone,
  prunedAt,
  type StoredCertificate,
  type Tombstone,
  tombstoneOf,
} from './stored-certificate.ts';
export { followStep } from './validator/follow.ts';
export { limitFault } from './validator/limits.ts';
export { resumePruning } from './validator/pruning.ts';
export {
  GenesisMismatch,
  ledgerChanges,
  recoverValidator,
  VALIDATOR_RECOVERY,
} from './validator/recover.ts';
export type { Delivery, Submission, ValidatorEnv, ValidatorRules } from './validator/rule-types.ts';
export { VALIDATOR_RULES } from './validator/rules.ts';
export { epochOf, type ValidatorResume, type ValidatorState } from './validator/state.ts';
export { stepValidator } from './validator/step.ts';
export { certificateFault, verifiedFacts } from './verification/certificate.ts';
export { lackOf } from './verification/lack.ts';
export { roleFault } from './verification/roles.ts';
export { signatureFault } from './verification/sender-signature.ts';
export { certificateWithSignedTag, withSignedTag } from './verification/signed-tag.ts';
export { claimsFault } from './verification/verifier-quorum.ts';
export { verifies } from './verification/verifies.ts';
