import type { Address, NetworkId, TokenId } from '../primitives.ts';
import type { Claim, Operation, UnversionedClaim } from './operation.ts';

interface TransactionHeader {
  readonly networkId: NetworkId;
  readonly sender: Address;
  readonly nonce: bigint;
  /** Nanoseconds since the Unix epoch; above 2^53. */
  readonly timestampNanos: bigint;
}

interface TransactionTrailer {
  readonly archival: boolean;
  readonly feeToken: TokenId | null;
}

/** A transaction of `Release20260319`: one claim. */
export interface Transaction20260319 extends TransactionHeader, TransactionTrailer {
  readonly claim: Claim;
}

/** A transaction of `Release20260407` or `Release20260508`: a list of operations. */
export interface Transaction20260407 extends TransactionHeader, TransactionTrailer {
  readonly claims: readonly Operation[];
}

/**
 * A transaction in the un-versioned JSON-RPC shape of 2025.
 *
 * It names no network, so its signature is valid on every network that accepts the shape.
 */
export interface UnversionedTransaction {
  readonly sender: Address;
  readonly recipient: Address;
  readonly nonce: bigint;
  readonly timestampNanos: bigint;
  readonly claim: UnversionedClaim;
  /** Null when the client does not know the field: then it is not part of the signed bytes. */
  readonly archival: boolean | null;
  /** Set when its claim has the higher tag that it got when `Burn` was added. */
  readonly isMoved?: true;
}

/** The type of a transaction in each release. */
export interface TransactionByRelease {
  readonly Release20260319: Transaction20260319;
  readonly Release20260407: Transaction20260407;
  readonly Release20260508: Transaction20260407;
  readonly Unversioned: UnversionedTransaction;
}

/** The name of a release of the transaction format. */
export type Release = keyof TransactionByRelease;

/** A transaction as its sender signed it, under its release. */
export type VersionedTransaction<R extends Release = Release> = {
  readonly [K in R]: { readonly release: K; readonly transaction: TransactionByRelease[K] };
}[R];

/**
 * The content of a transaction, independent of its release: all that the packages above this one
 * use.
 */
export interface Transaction {
  /** Null for the un-versioned shape, which names no network. */
  readonly networkId: NetworkId | null;
  readonly sender: Address;
  readonly nonce: bigint;
  readonly timestampNanos: bigint;
  readonly operations: readonly Operation[];
  readonly archival: boolean;
  /**
   * Null means the native token; undefined, for a release without the field, the default fee token.
   */
  readonly feeToken: TokenId | null | undefined;
  /** How the ids of created tokens are derived (ledger.md section 5). */
  readonly tokenIdScheme: 'operation' | 'transaction';
}
