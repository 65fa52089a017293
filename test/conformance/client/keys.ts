import { getPublicKeyAsync, signAsync, verifyAsync } from '@noble/ed25519';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { configBytes, oldestBytes, type PlainObject, transactionBytes } from './bcs.ts';
import { decodeBech32m, encodeBech32m } from './bech32m.ts';

/** An account that signs. */
export interface Account {
  readonly publicKey: Uint8Array;
  /** bech32m. */
  readonly address: string;
  sign(message: Uint8Array): Promise<Uint8Array>;
}

/** The native token. */
export const NATIVE = bytesOf(`fa575e70${'00'.repeat(28)}`);

/** Makes the account of a secret key of 32 bytes in hex. */
export async function accountOf(secretKey: string): Promise<Account> {
  const secret = bytesOf(secretKey);
  const publicKey = await getPublicKeyAsync(secret);
  return {
    publicKey,
    address: addressText(publicKey),
    sign: (message) => signAsync(message, secret),
  };
}

/** Writes an address as text. */
export function addressText(bytes: Uint8Array): string {
  return encodeBech32m('fast', bytes);
}

/** Reads the text of an address. */
export function addressBytes(text: string): Uint8Array {
  return decodeBech32m('fast', text);
}

/** What is signed: the name of the type, then its BCS. */
export function signingBytes(transaction: PlainObject): Uint8Array {
  return join(ascii('VersionedTransaction::'), transactionBytes(transaction));
}

/** What clients of 2025 sign. */
export function oldestSigningBytes(transaction: PlainObject): Uint8Array {
  return join(ascii('Transaction::'), oldestBytes(transaction));
}

/** The id of a transaction, in hex. */
export function idOf(transaction: PlainObject): string {
  return hex(keccak_256(transactionBytes(transaction)));
}

/** The id of what an operation creates: a token, an escrow configuration, a job. */
export function createdId(sender: Uint8Array, nonce: bigint, index: bigint): Uint8Array {
  return keccak_256(join(sender, u64(nonce), u64(index)));
}

/** The address of a multisig account. */
export function multiSigAddress(config: PlainObject): Uint8Array {
  return keccak_256(configBytes(config));
}

/** Says whether somebody signed a message. */
export function isSigned(
  signature: Uint8Array,
  message: Uint8Array,
  publicKey: Uint8Array,
): Promise<boolean> {
  return verifyAsync(signature, message, publicKey, { zip215: false });
}

/** Writes bytes in hex digits. */
export function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}

/** Reads bytes from hex digits. */
export function bytesOf(digits: string): Uint8Array {
  return new Uint8Array(Buffer.from(digits, 'hex'));
}

/** Gives this many equal bytes. */
export function filled(byte: number, length = 32): Uint8Array {
  return new Uint8Array(length).fill(byte);
}

function ascii(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function u64(value: bigint): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, value, true);
  return bytes;
}

function join(...parts: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(parts));
}
