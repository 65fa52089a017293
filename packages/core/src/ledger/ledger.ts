import type {
  Address,
  Signature,
  State,
  TokenId,
  TransactionEnvelope,
  TransactionId,
} from '@quorate/protocol';
import { Map as PersistentMap } from 'immutable';

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
    }
  | {
      readonly kind: 'contested';
      readonly envelopes: readonly [TransactionEnvelope, TransactionEnvelope];
    };

/** What a validator holds of an account. */
export interface Account {
  /** The nonce of the next transaction; as many are settled. */
  readonly nextNonce: bigint;
  readonly lock: Lock | undefined;
  /** How many certificates credited this account; numbers its list of credits. */
  readonly creditCount: number;
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
}

/** What a validator holds of a token. */
export interface Token {
  /** Signed sum of initial amount, mints and burns seen so far, least units. */
  readonly supply: bigint;
  /** Undefined until the creation has settled here; the native token has none. */
  readonly description: TokenDescription | undefined;
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
  /** By transaction id: the sender and nonce of a settled external claim. */
  readonly claim: Origin;
}

/** Names the certificate that something came from. */
export interface Origin {
  readonly sender: Address;
  readonly nonce: bigint;
}

/** Names a table of the ledger. */
export type TableName = keyof LedgerTables;

/**
 * The ledger of one validator: immutable tables, so that a step can be undone, repeated or compared
 * by keeping the object, at a cost that follows what the step touched.
 */
export type Ledger = { readonly [T in TableName]: PersistentMap<string, LedgerTables[T]> };

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
  account: PersistentMap(),
  balance: PersistentMap(),
  cell: PersistentMap(),
  token: PersistentMap(),
  settled: PersistentMap(),
  claim: PersistentMap(),
};

/** Lists the tables of the ledger. */
export const TABLE_NAMES = Object.keys(EMPTY_LEDGER) as readonly TableName[];

/** What an account is before anything is known of it: never an error (ledger.md section 1). */
export const NEW_ACCOUNT: Account = { nextNonce: 0n, lock: undefined, creditCount: 0 };

const NONCE_DIGITS = 20;

/** Gives the key of a (sender, nonce): nonces sort as numbers. */
export function nonceKey(sender: Address, nonce: bigint): string {
  return `${sender}/${String(nonce).padStart(NONCE_DIGITS, '0')}`;
}

/** Gives the key of a balance. */
export function balanceKey(address: Address, tokenId: TokenId): string {
  return `${address}/${tokenId}`;
}

/** Applies changed records. */
export function applyChanges(ledger: Ledger, changes: readonly RecordChange[]): Ledger {
  const tables: Record<string, PersistentMap<string, unknown>> = { ...ledger };
  for (const { table, key, value } of changes) {
    const records = tables[table] as PersistentMap<string, unknown>;
    tables[table] = value === undefined ? records.delete(key) : records.set(key, value);
  }
  return tables as Ledger;
}
