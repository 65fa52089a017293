export {
  type AccountFilters,
  type Client,
  type ClientOptions,
  createClient,
  type JobQuery,
} from './client.ts';
export { ClientError, type ClientErrorFacts, mayRetry } from './client-error.ts';
export { type CommitteeChain, createCommitteeChain } from './committees.ts';
export { type CreatedIds, createdIds } from './created-ids.ts';
export { formatDecimalAmount, parseDecimalAmount } from './decimal-amount.ts';
export { generateSecretKey, signerOf } from './key.ts';
export {
  memoryOutbox,
  type Outbox,
  type Outgoing,
  type WebLocks,
  type WebStorage,
  webStorageOutbox,
} from './outbox.ts';
export { NATIVE_TOKEN, readTokenId } from './token-id.ts';
export type { Turns } from './turns.ts';
export { createWallet, type Wallet, type WalletOptions } from './wallet.ts';
