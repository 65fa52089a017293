import type { Claim, Operation, UnversionedClaim } from './operation.ts';
import type { Address, NetworkId, TokenId } from './primitives.ts';

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
 * It names no network, so its signature is good on every network that accepts the shape.
 */
export interface UnversionedTransaction {
  readonly sender: Address;
  readonly recipient: Address;
  readonly nonce: bigint;
  readonly timestampNanos: bigint;
  readonly claim: UnversionedClaim;
  /** Null when the client does not know the field: its signature then covers one byte less. */
  readonly archival: boolean | null;
  /** Set when its claim has the tag that it moved up to when `Burn` came. */
  readonly isMoved?: true;
}

/** Gives the type of a transaction under each release. */
export interface TransactionByRelease {
  readonly Release20260319: Transaction20260319;
  readonly Release20260407: Transaction20260407;
  readonly Release20260508: Transaction20260407;
  readonly Unversioned: UnversionedTransaction;
}

/** Names a release of the transaction format. */
export type Release = keyof TransactionByRelease;

/** A transaction as its sender signed it, under its release. */
export type VersionedTransaction<R extends Release = Release> = {
  readonly [K in R]: { readonly release: K; readonly transaction: TransactionByRelease[K] };
}[R];

/**
 * What a transaction says, whatever its release: all that the packages above this one look at.
 */
export interface Transaction {
  /** Null for the un-versioned shape, which names no network. */
  readonly networkId: NetworkId | null;
  readonly sender: Address;
  readonly nonce: bigint;
  readonly timestampNanos: bigint;
  readonly operations: readonly Operation[];
  readonly archival: boolean;
  /** Null is the native token; undefined, for a release without the field, the default fee token. */
  readonly feeToken: TokenId | null | undefined;
  /** How the ids of created tokens derive (ledger.md section 5). */
  readonly tokenIdScheme: 'operation' | 'transaction';
}
