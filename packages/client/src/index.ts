export {
  type AccountFilters,
  type Client,
  type ClientOptions,
  createClient,
  type JobQuery,
} from './network/client.ts';
export { ClientError, type ClientErrorFacts, mayRetry } from './network/client-error.ts';
export { type CommitteeChain, createCommitteeChain } from './network/committees.ts';
export { type CreatedIds, createdIds } from './values/created-ids.ts';
export { formatDecimalAmount, parseDecimalAmount } from './values/decimal-amount.ts';
export { generateSecretKey, signerOf } from './values/key.ts';
export { NATIVE_TOKEN, readTokenId } from './values/token-id.ts';
export {
  memoryOutbox,
  type Outbox,
  type Outgoing,
  type WebLocks,
  type WebStorage,
  webStorageOutbox,
} from './wallet/outbox.ts';
export type { Turns } from './wallet/turns.ts';
export { createWallet, type Wallet, type WalletOptions } from './wallet/wallet.ts';
