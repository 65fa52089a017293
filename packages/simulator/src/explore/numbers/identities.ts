import { bytesToHex } from '@quorate/protocol';
import { byText } from '../../shapes/by-text.ts';

/** Numbers values: two values have the same number if and only if they are equal. */
export interface Identities {
  /**
   * Gives the number of plain data, including tables and lists; the data must not change
   * afterwards.
   */
  of(value: object): number;
}

/**
 * Creates identities that know no value yet.
 *
 * They are exact, unlike a hash: each object is serialised once, with numbers in place of its
 * parts, so that a state costs only what is new in it. Tables are compared by content, whatever
 * their history.
 */
export function createIdentities(): Identities {
  const numbers = new Map<string, number>();
  const known = new WeakMap<object, number>();

  function written(value: unknown): string {
    if (typeof value === 'string') return JSON.stringify(value);
    if (typeof value === 'bigint') return `${value}n`;
    if (typeof value === 'object' && value !== null) return `#${of(value)}`;
    if (typeof value === 'function') throw new TypeError('a function has no identity');
    return String(value);
  }

  function textOf(value: object): string {
    if (value instanceof Uint8Array) return `x${bytesToHex(value)}`;
    if (Array.isArray(value)) return `[${value.map(written).join()}]`;
    if (isWalked(value)) return `{{${[...value].map(entry).sort(byText).join()}}}`;
    const fields = Object.entries(value).map(([key, held]) => `${key}:${written(held)}`);
    return `{${fields.sort(byText).join()}}`;
  }

  // The pairs of a table are created anew at each iteration, so remembering them would be useless.
  function entry(each: unknown): string {
    return Array.isArray(each) ? each.map(written).join('=') : written(each);
  }

  function of(value: object): number {
    const before = known.get(value);
    if (before !== undefined) return before;
    const text = textOf(value);
    const number = numbers.get(text) ?? numbers.size;
    numbers.set(text, number);
    known.set(value, number);
    return number;
  }

  return { of };
}

function isWalked(value: object): value is Iterable<unknown> {
  return Symbol.iterator in value;
}
