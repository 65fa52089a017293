import { formatDuration } from '@quorate/network';
import { hexToBytes } from '@quorate/protocol';
import type { RawInteger } from '../raw-step.ts';

/** A value that a file states as the loader holds it: no time span, no amount, no bytes. */
type Plain = string | number | boolean | undefined | readonly Plain[] | PlainKeys;

/** A mapping of such values; what is undefined is left out. */
export interface PlainKeys {
  readonly [key: string]: Plain;
}

/** Keeps the keys of a mapping that have a value. */
export function present<T extends object>(keys: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  const entries = Object.entries(keys).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [K in keyof T]: Exclude<T[K], undefined> };
}

/** Writes an integer as a number while that is exact, as text beyond. */
export function rawInteger(value: bigint): RawInteger {
  return Number.isSafeInteger(Number(value)) ? Number(value) : value.toString();
}

/** Writes 32 bytes, given as hex digits, the way `paddedHex` reads them: text where it is some. */
export function rawBytes32(digits: string): string {
  const short = digits.replace(/(00)+$/, '');
  // What stands before a text to mark its order of bytes is bytes here like all others.
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(hexToBytes(short));
  return /^[!-~]+( [!-~]+)*$/.test(text) && !text.startsWith('0x') ? text : `0x${short}`;
}

/** Writes a duration that may be absent. */
export function rawDuration(nanos: bigint | undefined): string | undefined {
  return nanos === undefined ? undefined : formatDuration(nanos);
}

/** Lists by name what has one, or nothing where there is none. */
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
