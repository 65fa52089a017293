import type {
  Address,
  EscrowConfigId,
  EscrowStatus,
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
 * Prevents an account from having two transactions at one nonce.
 *
 * `pending` holds the envelope, and this validator's signature if it gave one. `contested` holds
 * two rival envelopes; only a certificate lifts it (rule C6).
 */
export type Lock =
  | {
      readonly kind: 'pending';
      readonly envelope: TransactionEnvelope;
      readonly signature: Signature | undefined;
      /**
       * Set when the lock came from a handover, even if this validator has signed it since (rule
       * C8).
       */
      readonly isHandedOver?: true;
    }
  | {
      readonly kind: 'contested';
      readonly envelopes: readonly [TransactionEnvelope, TransactionEnvelope];
    };

/** Lists the envelopes in a lock: none, the pending one, or both rivals. */
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

/** The state of an account at a validator. */
export interface Account {
  /** The nonce of the next transaction, and so the number of settled ones. */
  readonly nextNonce: bigint;
  readonly lock: Lock | undefined;
  /** How many certificates credited this account: the next position in its list of credits. */
  readonly creditCount: number;
}

/** Names the certificate that a record came from. */
export interface Origin {
  readonly sender: Address;
  readonly nonce: bigint;
}

/** What the creation and the updates of a token have set. */
export interface TokenDescription {
  readonly admin: Address;
  readonly name: string;
  readonly decimals: number;
  /** Sorted as text. */
  readonly mints: readonly Address[];
  /** The number of applied updates. */
  readonly updateCount: bigint;
  /** The certificate of the creation; undefined for a token from genesis. */
  readonly origin: Origin | undefined;
}

/** The state of a token at a validator. */
export interface Token {
  /** The signed sum of the initial amount, mints and burns settled so far, in least units. */
  readonly supply: bigint;
  /** Undefined until the creation has settled here. The native token never has one. */
  readonly description: TokenDescription | undefined;
}

/** The terms that an evaluator has published (rule E1). */
export interface EscrowConfig {
  readonly tokenId: TokenId;
  readonly evaluator: Address;
  readonly evaluationFee: EvaluationFee;
  readonly minEvaluatorFee: bigint;
  readonly origin: Origin;
}

/** An escrow job, with the fees that were paid into it (rule E3). */
export interface EscrowJob {
  readonly configId: EscrowConfigId;
  readonly client: Address;
  readonly provider: Address;
  readonly evaluator: Address;
  readonly tokenId: TokenId;
  readonly providerFee: bigint;
  readonly evaluatorFee: bigint;
  readonly description: string;
  /** 32 bytes as hex digits; undefined until the provider has submitted. */
  readonly deliverable: string | undefined;
  readonly status: EscrowStatus;
  readonly origin: Origin;
}

/** A request to join or leave the committee (rule C2). */
export type CommitteeRequest = (
  | { readonly kind: 'Join'; readonly config: ValidatorConfig }
  | { readonly kind: 'Leave' }
) & {
  /** The operator account that sent the request. */
  readonly operator: Address;
  readonly timestampNanos: bigint;
  readonly origin: Origin;
};

/** A committee as recorded when its change settled (rules C1 and C3). */
export interface CommitteeRecord {
  readonly members: readonly CommitteeMember[];
  /** The transaction that ended the previous epoch. */
  readonly changeId: TransactionId;
  /**
   * When the epoch began: the timestamp of that transaction, in nanoseconds since the Unix epoch.
   */
  readonly beganAtNanos: bigint;
  readonly origin: Origin;
}

/** The tables of the ledger: small records of bounded size. */
export interface LedgerTables {
  /** By address. */
  readonly account: Account;
  /** By address and token, in signed least units. A zero balance has no record. */
  readonly balance: bigint;
  /** By address and state key. */
  readonly cell: State;
  /** By token id. */
  readonly token: Token;
  /** By sender and nonce: the transaction that settled there. */
  readonly settled: TransactionId;
  /** By token id and update id: the certificate of the update. */
  readonly update: Origin;
  /** By escrow configuration id. */
  readonly config: EscrowConfig;
  /** By escrow job id. */
  readonly job: EscrowJob;
  /** By sender, nonce and operation index. */
  readonly request: CommitteeRequest;
  /** By epoch, from 1: the committee that the settled change put in place. */
  readonly committee: CommitteeRecord;
  /** By transaction id: the sender and nonce of a settled external claim. */
  readonly claim: Origin;
  /**
   * By address: keys that signed as members of a multisig or as verifiers. Which of them signed
   * depends on which certificate arrived first, so this table is not part of the digest (rule C2).
   */
  readonly signer: true;
}

/** The name of a ledger table. */
export type TableName = keyof LedgerTables;

/**
 * The ledger of one validator. The tables are immutable, so keeping the object is enough to undo,
 * repeat or compare a step. A step costs in proportion to what it touches.
 */
export type Ledger = { readonly [T in TableName]: VersionedMap<string, LedgerTables[T]> };

/** One changed record, for memory and store alike. An undefined value deletes the record. */
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

/** The state of an account of which nothing is known (ledger.md section 1). */
export const NEW_ACCOUNT: Account = { nextNonce: 0n, lock: undefined, creditCount: 0 };

/** The most digits of a 64-bit number. Padding to this length makes keys sort as numbers. */
export const NONCE_DIGITS = 20;

/** Gives the key of a (sender, nonce). Keys of one sender sort by nonce. */
export const nonceKey: (sender: Address, nonce: bigint) => string = rememberLatest(
  (sender, nonce) => `${sender}/${String(nonce).padStart(NONCE_DIGITS, '0')}`,
);

/** Gives the key of a token update. */
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
  // Written out, because a spread copy that is then assigned to costs several times as much.
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
