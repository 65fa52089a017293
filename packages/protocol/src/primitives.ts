declare const brand: unique symbol;
type Branded<Name extends string> = string & { readonly [brand]: Name };

/**
 * The address of an account, a signer or a validator. It is an Ed25519 public key, except for
 * multisig accounts.
 *
 * Shape: 32 bytes as 64 lowercase hex digits. All binary values of fixed size are kept as hex
 * strings, so that they are immutable, comparable and usable as keys.
 */
export type Address = Branded<'Address'>;

/** An Ed25519 signature. Shape: 64 bytes as 128 lowercase hex digits. */
export type Signature = Branded<'Signature'>;

/** The id of a token. Shape: 32 bytes as 64 lowercase hex digits. */
export type TokenId = Branded<'TokenId'>;

/**
 * The id of a transaction: keccak256 of the BCS of its signing form. Shape: 64 lowercase hex
 * digits.
 */
export type TransactionId = Branded<'TransactionId'>;

/** The id of an escrow configuration. Shape: 32 bytes as 64 lowercase hex digits. */
export type EscrowConfigId = Branded<'EscrowConfigId'>;

/** The id of an escrow job. Shape: 32 bytes as 64 lowercase hex digits. */
export type EscrowJobId = Branded<'EscrowJobId'>;

/** The key of a state cell of an account. Shape: 32 bytes as 64 lowercase hex digits. */
export type StateKey = Branded<'StateKey'>;

/** The content of a state cell. Shape: 32 bytes as 64 lowercase hex digits. */
export type State = Branded<'State'>;

/** 32 bytes that the ledger stores without interpreting them. Shape: 64 lowercase hex digits. */
export type Bytes32 = Branded<'Bytes32'>;

/** Bytes of any length. Shape: lowercase hex digits. */
export type HexBytes = Branded<'HexBytes'>;

/** The networks whose identifiers clients know (CAIP-2 form). */
export const NETWORK_IDS = [
  'fast:localnet',
  'fast:devnet',
  'fast:testnet',
  'fast:mainnet',
] as const;

/** The identifier of a network. It is part of what a sender signs. */
export type NetworkId = (typeof NETWORK_IDS)[number];

/** The id of the native token: `fa575e70`, then 28 zero bytes. It has 18 decimals and no admin. */
export const NATIVE_TOKEN_ID = `fa575e70${'00'.repeat(28)}` as TokenId;

/**
 * The account whose funds are out of reach for good: 32 zero bytes.
 *
 * It is also the encoding of a small-order Ed25519 point, under which common verifiers accept
 * forgeries. Only rule V3 prevents that.
 */
export const BURN_ADDRESS = '00'.repeat(32) as Address;

/** The largest amount: 2^256 - 1, in least units. */
export const AMOUNT_MAX = 2n ** 256n - 1n;
