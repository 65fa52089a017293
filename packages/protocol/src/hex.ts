import { DecodeError } from './decode-error.ts';

const DIGITS = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

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
 * Reads hexadecimal digits, in either case, without `0x`.
 *
 * @throws DecodeError `InvalidHex` for an odd number of digits or a character that is none.
 */
export function hexToBytes(hex: string): Uint8Array {
  if (hex.length % 2 !== 0) {
    throw new DecodeError('InvalidHex', 'hex', `an even number of digits, got ${hex.length}`);
  }
  const bytes = new Uint8Array(hex.length / 2);
  for (let index = 0; index < bytes.length; index++) {
    const high = digitValue(hex.charCodeAt(2 * index));
    const low = digitValue(hex.charCodeAt(2 * index + 1));
    if (high < 0 || low < 0) {
      throw new DecodeError('InvalidHex', 'hex', `hexadecimal digits at ${2 * index}`);
    }
    bytes[index] = high * 16 + low;
  }
  return bytes;
}

function digitValue(code: number): number {
  if (code >= 48 && code <= 57) return code - 48;
  if (code >= 97 && code <= 102) return code - 87;
  if (code >= 65 && code <= 70) return code - 55;
  return -1;
}
