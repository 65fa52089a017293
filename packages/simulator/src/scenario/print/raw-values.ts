import { formatDuration } from '@quorate/network';
import { hexToBytes } from '@quorate/protocol';
import { present } from '../../present.ts';
import type { Raw, RawInteger } from '../raw.ts';

/** Gives a value as a file states it that differs in nothing but integers and absent keys. */
export function rawOf<T>(value: T): Raw<T>;
export function rawOf(value: unknown): unknown {
  if (typeof value === 'bigint') return rawInteger(value);
  if (Array.isArray(value)) return value.map((item) => rawOf(item));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(present(value));
  return Object.fromEntries(entries.map(([key, item]) => [key, rawOf(item)]));
}

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

/** Turns a list into a mapping by name; undefined for an empty list. */
export function byName<T, R>(
  list: readonly T[],
  entry: (each: T) => readonly [name: string, value: R],
): Readonly<Record<string, R>> | undefined {
  return list.length === 0 ? undefined : Object.fromEntries(list.map(entry));
}

/** Gives a list unless it is empty. */
export function filled<T>(list: readonly T[]): readonly T[] | undefined {
  return list.length === 0 ? undefined : list;
}
