import { formatDuration } from '@quorate/network';
import { hexToBytes } from '@quorate/protocol';
import type { RawInteger } from './raw.ts';

/** Writes an integer as a number if that is exact, otherwise as text. */
export function rawInteger(value: bigint): RawInteger {
  return Number.isSafeInteger(Number(value)) ? Number(value) : value.toString();
}

/** Writes 32 bytes, given as hex digits, the way `paddedHex` reads them: as text where possible. */
export function rawBytes32(digits: string): string {
  const short = digits.replace(/(00)+$/, '');
  // A byte order mark is kept like all other bytes.
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(hexToBytes(short));
  return /^[!-~]+( [!-~]+)*$/.test(text) && !text.startsWith('0x') ? text : `0x${short}`;
}

/** Writes a duration that may be absent. */
export function rawDuration(nanos: bigint | undefined): string | undefined {
  return nanos === undefined ? undefined : formatDuration(nanos);
}

/** Gives a list unless it is empty. */
export function filled<T>(list: readonly T[]): readonly T[] | undefined {
  return list.length === 0 ? undefined : list;
}
