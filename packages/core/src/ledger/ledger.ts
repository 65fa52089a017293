import type {
  Address,
  EscrowConfigId,
  EvaluationFee,
  Signature,
  State,
  StateKey,
  TokenId,
  TransactionEnvelope,
  TransactionId,
  ValidatorConfig,
} from '@quorate/protocol';
import type { CommitteeMember } from '../committee.ts';
import { VersionedMap } from '../versioned-map.ts';
import { rememberLatest, rememberTexts } from './text-memory.ts';

/**
 * What keeps an account from having two transactions at one nonce.
 *
 * `pending` holds the envelope and this validator's own signature if it gave one; `contested` holds
 * two rival envelopes and is lifted only by a certificate (rule C6).
 */
export type Lock =
  | {
      readonly kind: 'pending';
      readonly envelope: TransactionEnvelope;
      readonly signature: Signature | undefined;
      /** Whether a handover left the account with it, signed here since or not (rule C8). */
      readonly isHandedOver?: true;
    }
  | {
      readonly kind: 'contested';
      readonly envelopes: readonly [TransactionEnvelope, TransactionEnvelope];
    };

/** Lists what a lock holds: nothing, the pending envelope, or both rivals. */
export function heldEnvelopes(lock: Lock | undefined): readonly TransactionEnvelope[] {
  switch (lock?.kind) {
    case undefined:
      return [];
    case 'pending':
      return [lock.envelope];
    case 'contested':
      return lock.envelopes;
  }
}

/** What a validator holds of an account. */
export interface Account {
  /** The nonce of the next transaction; as many are settled. */
  readonly nextNonce: bigint;
  readonly lock: Lock | undefined;
  /** How many certificates credited this account; numbers its list of credits. */
  readonly creditCount: number;
}

/** Names the certificate that something came from. */
export interface Origin {
  readonly sender: Address;
  readonly nonce: bigint;
}

/** What the creation and the updates of a token say. */
export interface TokenDescription {
  readonly admin: Address;
  readonly name: string;
  readonly decimals: number;
  /** Sorted. */
  readonly mints: readonly Address[];
  /** How many updates were applied. */
  readonly updateCount: bigint;
  /** The certificate of its creation; undefined for one that genesis has. */
  readonly origin: Origin | undefined;
}

/** What a validator holds of a token. */
export interface Token {
  /** Signed sum of initial amount, mints and burns seen so far, least units. */
  readonly supply: bigint;
  /** Undefined until the creation has settled here; the native token has none. */
  readonly description: TokenDescription | undefined;
}

/** The terms of an evaluator, as published (rule E1). */
export interface EscrowConfig {
  readonly tokenId: TokenId;
  readonly evaluator: Address;
  readonly evaluationFee: EvaluationFee;
  readonly minEvaluatorFee: bigint;
  readonly origin: Origin;
}

/** Says where an escrow job is in its life; at settlement it only climbs (rule E6). */
export type EscrowStatus = 'Funded' | 'Submitted' | 'Completed' | 'Refunded';

/** A job, with the fees that were locked in it (rule E3). */
export interface EscrowJob {
  readonly configId: EscrowConfigId;
  readonly client: Address;
  readonly provider: Address;
  readonly evaluator: Address;
  readonly tokenId: TokenId;
  readonly providerFee: bigint;
  readonly evaluatorFee: bigint;
  readonly description: string;
  /** 32 bytes as hex digits, once the provider has submitted it. */
  readonly deliverable: string | undefined;
  readonly status: EscrowStatus;
  readonly origin: Origin;
}

/** A request to join or leave the committee (rule C2). */
export type CommitteeRequest = (
  | { readonly kind: 'Join'; readonly config: ValidatorConfig }
  | { readonly kind: 'Leave' }
) & {
  /** The operator account that asks. */
  readonly operator: Address;
  readonly timestampNanos: bigint;
  readonly origin: Origin;
};

/** A committee as the change that named it settled (rules C1 and C3). */
export interface CommitteeRecord {
  readonly members: readonly CommitteeMember[];
  /** The transaction that ended the epoch before. */
  readonly changeId: TransactionId;
  /** When the epoch began: the timestamp of that transaction. */
  readonly beganAtNanos: bigint;
  readonly origin: Origin;
}

/** The small, bounded records of the ledger, by table. */
export interface LedgerTables {
  /** By address. */
  readonly account: Account;
  /** By address and token: signed least units; zero is kept as absence. */
  readonly balance: bigint;
  /** By address and state key. */
  readonly cell: State;
  /** By token id. */
  readonly token: Token;
  /** By sender and nonce: what settled there. */
  readonly settled: TransactionId;
  /** By token id and update id: the certificate of an update. */
  readonly update: Origin;
  /** By escrow configuration id. */
  readonly config: EscrowConfig;
  /** By escrow job id. */
  readonly job: EscrowJob;
  /** By sender, nonce and operation index. */
  readonly request: CommitteeRequest;
  /** By epoch, from 1: the committee that a settled change named. */
  readonly committee: CommitteeRecord;
  /** By transaction id: the sender and nonce of a settled external claim. */
  readonly claim: Origin;
  /**
   * By address: keys that signed as members of a multisig account or as verifiers. Which of them
   * did depends on the certificate that came first, so this is no part of the digest (rule C2).
   */
  readonly signer: true;
}

/** Names a table of the ledger. */
export type TableName = keyof LedgerTables;

/**
 * The ledger of one validator: immutable tables, so that a step can be undone, repeated or compared
 * by keeping the object, at a cost that follows what the step touched.
 */
export type Ledger = { readonly [T in TableName]: VersionedMap<string, LedgerTables[T]> };

/** One changed record: what is in the store and in memory afterwards. Undefined deletes. */
export type RecordChange = {
  readonly [T in TableName]: {
    readonly table: T;
    readonly key: string;
    readonly value: LedgerTables[T] | undefined;
  };
}[TableName];

/** The ledger before genesis. */
export const EMPTY_LEDGER: Ledger = {
  account: VersionedMap.empty(),
  balance: VersionedMap.empty(),
  cell: VersionedMap.empty(),
  token: VersionedMap.empty(),
  settled: VersionedMap.empty(),
  update: VersionedMap.empty(),
  config: VersionedMap.empty(),
  job: VersionedMap.empty(),
  request: VersionedMap.empty(),
  committee: VersionedMap.empty(),
  claim: VersionedMap.empty(),
  signer: VersionedMap.empty(),
};

/** Lists the tables of the ledger. */
export const TABLE_NAMES = Object.keys(EMPTY_LEDGER) as readonly TableName[];

/** What an account is before anything is known of it: never an error (ledger.md section 1). */
export const NEW_ACCOUNT: Account = { nextNonce: 0n, lock: undefined, creditCount: 0 };

/** How many digits a 64-bit count has at most: keys that end in one sort as numbers. */
export const NONCE_DIGITS = 20;

/** Gives the key of a (sender, nonce): nonces sort as numbers. */
export const nonceKey: (sender: Address, nonce: bigint) => string = rememberLatest(
  (sender, nonce) => `${sender}/${String(nonce).padStart(NONCE_DIGITS, '0')}`,
);

/** Gives the key of an update of a token. */
export function updateKey(tokenId: TokenId, updateId: bigint): string {
  return `${tokenId}/${String(updateId).padStart(NONCE_DIGITS, '0')}`;
}

/** Gives the key of a state cell. */
export function cellKey(address: Address, key: StateKey): string {
  return `${address}/${key}`;
}

/** Gives the key of a balance. */
export const balanceKey: (address: Address, tokenId: TokenId) => string = rememberTexts(
  (address, tokenId) => `${address}/${tokenId}`,
);

/** Applies changed records. */
export function applyChanges(ledger: Ledger, changes: readonly RecordChange[]): Ledger {
  // Written out, because a copy that is given other values costs several times as much.
  const tables: Record<TableName, VersionedMap<string, unknown>> = {
    account: ledger.account,
    balance: ledger.balance,
    cell: ledger.cell,
    token: ledger.token,
    settled: ledger.settled,
    update: ledger.update,
    config: ledger.config,
    job: ledger.job,
    request: ledger.request,
    committee: ledger.committee,
    claim: ledger.claim,
    signer: ledger.signer,
  };
  for (const { table, key, value } of changes) {
    const records = tables[table];
    tables[table] = value === undefined ? records.delete(key) : records.set(key, value);
  }
  return tables as Ledger;
}
