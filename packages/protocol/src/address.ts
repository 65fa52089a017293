import { base64, base64nopad, base64url, base64urlnopad, bech32m } from '@scure/base';
import { DecodeError } from './decode-error.ts';
import { bytesToHex, hexToBytes } from './hex.ts';
import type { Address } from './primitives.ts';

/** The human-readable prefix of addresses in the releases of 2026. */
const PREFIX = 'fast';
/** The prefix of the releases of 2025. It is read, with its own checksum, but never written. */
const OLD_PREFIX = 'set';

const BECH32M = /^(?:fast|set)1/i;

const EXPECTED = 'a 32-byte address: bech32m (fast1…), 64 hex digits, or base64';

/**
 * Writes an address as bech32m text with the prefix `fast`.
 *
 * Source: facts.md B2.28.
 */
export function formatAddress(address: Address): string {
  const known = texts.get(address);
  if (known !== undefined) return known;
  const text = bech32m.encodeFromBytes(PREFIX, hexToBytes(address));
  if (texts.size >= TEXTS_MAX) texts.clear();
  texts.set(address, text);
  return text;
}

/**
 * The most texts remembered; beyond that, all are forgotten. Anybody can name any account, so there
 * must be a bound.
 */
const TEXTS_MAX = 4096;

/**
 * The same validators and active accounts are written again and again, and the checksum is
 * expensive.
 */
const texts = new Map<Address, string>();

/**
 * Reads an address from bech32m, hex (with or without `0x`) or base64 (plain or URL-safe).
 *
 * A `set1…` text is accepted under its own checksum. A text that starts like bech32m is read as
 * nothing else: cut down to 43 characters it would pass for base64 and name an account that nobody
 * owns.
 *
 * Source: interface document, "Primitive types"; facts.md B2.28.
 *
 * @throws DecodeError `InvalidAddress`.
 */
export function parseAddress(text: string, path = 'address'): Address {
  const bytes = BECH32M.test(text) ? readBech32m(text) : (readHex(text) ?? readBase64(text));
  if (bytes === undefined || bytes.length !== 32) {
    throw new DecodeError('InvalidAddress', path, EXPECTED);
  }
  return bytesToHex(bytes) as Address;
}

/** Reads an address in any of its forms; undefined if the text is none. */
export function addressIn(text: string): Address | undefined {
  try {
    return parseAddress(text);
  } catch (failure) {
    if (failure instanceof DecodeError) return undefined;
    throw failure;
  }
}

function readHex(text: string): Uint8Array | undefined {
  const match = /^(?:0x)?([0-9a-fA-F]{64})$/.exec(text);
  return match?.[1] === undefined ? undefined : hexToBytes(match[1]);
}

function readBech32m(text: string): Uint8Array | undefined {
  const { prefix, words } = attempt(() => bech32m.decode(text as `${string}1${string}`)) ?? {};
  if (words === undefined || (prefix !== PREFIX && prefix !== OLD_PREFIX)) return undefined;
  return attempt(() => bech32m.fromWords(words));
}

function readBase64(text: string): Uint8Array | undefined {
  // 32 bytes are exactly 43 base64 characters and one of padding.
  if (!/^[A-Za-z0-9+/_-]{43}=?$/.test(text)) return undefined;
  for (const alphabet of [base64, base64nopad, base64url, base64urlnopad]) {
    const bytes = attempt(() => alphabet.decode(text));
    if (bytes !== undefined) return bytes;
  }
  return undefined;
}

// The decoders throw when a text is not in their form; the caller reports one error for all forms.
function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
