import { bytesToHex } from '@quorate/protocol';

/**
 * Gives the 32 bytes of a state or key as hex digits: the bytes of a text or of 0x digits, padded
 * with zeros at the end.
 */
export function paddedHex(text: string): string {
  const digits = /^0x/.test(text)
    ? text.slice(2).toLowerCase()
    : bytesToHex(new TextEncoder().encode(text));
  return digits.padEnd(64, '0');
}
