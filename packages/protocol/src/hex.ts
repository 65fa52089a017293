import { DecodeError } from './decode-error.ts';

const DIGITS = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** The value of each character code up to 'f' as a hex digit; -1 for other characters. */
const VALUES = Int8Array.from({ length: 'f'.charCodeAt(0) + 1 }, (_, code) => {
  const value = Number.parseInt(String.fromCharCode(code), 16);
  return Number.isNaN(value) ? -1 : value;
});

/**
 * Writes bytes as lowercase hexadecimal digits.
 *
 * Shape: two digits a byte, most significant first, no `0x`.
 */
export function bytesToHex(bytes: Uint8Array): string {
  let hex = '';
  for (const byte of bytes) hex += DIGITS[byte];
  return hex;
}

/**
 * Reads hexadecimal digits of either case, without `0x`.
 *
 * @throws DecodeError `InvalidHex` for an odd number of digits or a character that is not a digit.
 */
export function hexToBytes(hex: string): Uint8Array {
  if (hex.length % 2 !== 0) {
    throw new DecodeError('InvalidHex', 'hex', `an even number of digits, got ${hex.length}`);
  }
  const bytes = new Uint8Array(hex.length / 2);
  readHex(hex, bytes);
  return bytes;
}

/**
 * Reads hexadecimal digits into an existing array, as many as it has room for.
 *
 * @throws DecodeError `InvalidHex` for a character that is not a digit, or when digits are missing.
 */
export function readHex(hex: string, bytes: Uint8Array): void {
  for (let index = 0; index < bytes.length; index++) {
    const high = VALUES[hex.charCodeAt(2 * index)] ?? -1;
    const low = VALUES[hex.charCodeAt(2 * index + 1)] ?? -1;
    if (high < 0 || low < 0) {
      throw new DecodeError('InvalidHex', 'hex', `hexadecimal digits at ${2 * index}`);
    }
    bytes[index] = high * 16 + low;
  }
}
