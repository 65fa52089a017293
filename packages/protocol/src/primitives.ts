declare const brand: unique symbol;
type Branded<Name extends string> = string & { readonly [brand]: Name };

/**
 * Names an account, a signer or a validator; for all but multisig accounts it is an Ed25519 public key.
 *
 * Shape: 32 bytes as 64 lowercase hex digits. Fixed-size binary values are kept as hex strings
 * throughout, so that they are immutable, comparable and usable as keys.
 */
export type Address = Branded<'Address'>;

/** Holds an Ed25519 signature. Shape: 64 bytes as 128 lowercase hex digits. */
export type Signature = Branded<'Signature'>;

/** Names a token. Shape: 32 bytes as 64 lowercase hex digits. */
export type TokenId = Branded<'TokenId'>;

/** Names a transaction: keccak256 of the BCS of its signing form. Shape: 64 lowercase hex digits. */
export type TransactionId = Branded<'TransactionId'>;

/** Names an escrow configuration. Shape: 32 bytes as 64 lowercase hex digits. */
export type EscrowConfigId = Branded<'EscrowConfigId'>;

/** Names an escrow job. Shape: 32 bytes as 64 lowercase hex digits. */
export type EscrowJobId = Branded<'EscrowJobId'>;

/** Names a state cell of an account. Shape: 32 bytes as 64 lowercase hex digits. */
export type StateKey = Branded<'StateKey'>;

/** Holds the content of a state cell. Shape: 32 bytes as 64 lowercase hex digits. */
export type State = Branded<'State'>;

/** Holds 32 bytes that the ledger records and does not interpret. Shape: 64 lowercase hex digits. */
export type Bytes32 = Branded<'Bytes32'>;

/** Holds bytes of any length. Shape: lowercase hex digits. */
export type HexBytes = Branded<'HexBytes'>;

/** Lists the networks whose identifiers clients decode (CAIP-2 form). */
export const NETWORK_IDS = [
  'fast:localnet',
  'fast:devnet',
  'fast:testnet',
  'fast:mainnet',
] as const;

/** Identifies a network; it is part of what a sender signs. */
export type NetworkId = (typeof NETWORK_IDS)[number];

/** Names the native token: `fa575e70`, then 28 zero bytes. It has 18 decimals and no admin. */
export const NATIVE_TOKEN_ID = `fa575e70${'00'.repeat(28)}` as TokenId;

/**
 * Names the account whose funds are out of reach for good: 32 zero bytes.
 *
 * It is also the encoding of a small-order Ed25519 point, so common verifiers accept forgeries
 * under it; rule V3 is what keeps it closed.
 */
export const BURN_ADDRESS = '00'.repeat(32) as Address;

/** Holds the largest amount: 2^256 - 1, in least units. */
export const AMOUNT_MAX = 2n ** 256n - 1n;
