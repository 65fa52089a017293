import type { Plain, PlainObject } from './bcs.ts';
import type { Json } from './json.ts';

/**
 * Reads one value, as strictly as the strictest published client: every key has to be there and no
 * other, every type has to be exact. Throws an `Error` that names the path.
 */
export type Decoder<T = Plain> = (json: Json, path: string) => T;

/** Reads an object of exactly these keys. */
export function object(fields: { readonly [key: string]: Decoder }): Decoder<PlainObject> {
  const expected = Object.keys(fields).sort().join(', ');
  return (json, path) => {
    const given = entriesOf(json, path);
    const keys = Object.keys(given).sort().join(', ');
    if (keys !== expected) throw wrong(path, `the keys ${expected}`, keys);
    const read = Object.entries(fields).map(
      ([key, decode]) => [key, decode(given[key] as Json, `${path}.${key}`)] as const,
    );
    return Object.fromEntries(read);
  };
}

/** Reads an object whose one key names the variant; `true` stands for a bare string. */
export function oneOf(variants: { readonly [key: string]: Decoder | true }): Decoder<PlainObject> {
  return (json, path) => {
    if (typeof json === 'string') {
      if (Object.hasOwn(variants, json) && variants[json] === true) return { [json]: true };
      throw wrong(path, 'a variant', json);
    }
    const entries = Object.entries(entriesOf(json, path));
    const [entry] = entries;
    const decode = entry === undefined ? undefined : variants[entry[0]];
    if (entry === undefined || entries.length > 1 || typeof decode !== 'function') {
      throw wrong(path, `one of ${Object.keys(variants)}`, Object.keys(entriesOf(json, path)));
    }
    return { [entry[0]]: decode(entry[1], `${path}.${entry[0]}`) };
  };
}

/** Reads an array. */
export function list<T>(item: Decoder<T>): Decoder<readonly T[]> {
  return (json, path) => {
    if (!Array.isArray(json)) throw wrong(path, 'an array', json);
    return json.map((each: Json, index) => item(each, `${path}[${index}]`));
  };
}

/** Reads an array of two. */
export function pair<A, B>(first: Decoder<A>, second: Decoder<B>): Decoder<readonly [A, B]> {
  return (json, path) => {
    if (!Array.isArray(json) || json.length !== 2) throw wrong(path, 'an array of two', json);
    return [first(json[0], `${path}[0]`), second(json[1], `${path}[1]`)];
  };
}

/** Reads null, or an item. */
export function nullable<T>(item: Decoder<T>): Decoder<T | null> {
  return (json, path) => (json === null ? null : item(json, path));
}

/** Reads text of a form. */
export function text(form: RegExp): Decoder<string> {
  return (json, path) => {
    if (typeof json === 'string' && form.test(json)) return json;
    throw wrong(path, `text like ${form}`, json);
  };
}

/** Reads an integer that is a JSON number, of 64 or 128 bits. */
export function integer(bits: number): Decoder<bigint> {
  return (json, path) => {
    const value =
      typeof json === 'bigint' || Number.isSafeInteger(json) ? BigInt(json as number) : -1n;
    if (value >= 0n && value < 2n ** BigInt(bits)) return value;
    throw wrong(path, `an integer of ${bits} bits`, json);
  };
}

/** Reads an integer that is a JSON number, of up to 32 bits. */
export function smallInteger(bits: number): Decoder<number> {
  return mapped(integer(bits), Number);
}

/** Reads an array of integers from 0 to 255, of this length if one is given. */
export function octets(length?: number): Decoder<Uint8Array> {
  return (json, path) => {
    const isBytes =
      Array.isArray(json) &&
      (length === undefined || json.length === length) &&
      json.every((byte) => Number.isInteger(byte) && Number(byte) >= 0 && Number(byte) <= 255);
    if (!isBytes) throw wrong(path, `${length ?? 'any number of'} bytes`, json);
    return Uint8Array.from(json.map(Number));
  };
}

/** Reads `true` or `false`. */
export const flag: Decoder<boolean> = (json, path) => {
  if (typeof json === 'boolean') return json;
  throw wrong(path, 'true or false', json);
};

/** Reads something and converts it. */
export function mapped<A, B>(decode: Decoder<A>, change: (value: A) => B): Decoder<B> {
  return (json, path) => change(decode(json, path));
}

function entriesOf(json: Json, path: string): { readonly [key: string]: Json } {
  if (typeof json === 'object' && json !== null && !Array.isArray(json)) {
    return json as { readonly [key: string]: Json };
  }
  throw wrong(path, 'an object', json);
}

function wrong(path: string, expected: string, got: unknown): Error {
  const shown = typeof got === 'bigint' ? `${got}` : JSON.stringify(got, bigintText);
  return new Error(`${path}: expected ${expected}, got ${shown?.slice(0, 300)}`);
}

function bigintText(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? `${value}` : value;
}
