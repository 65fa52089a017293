import type { Plain } from './bcs.ts';

/** JSON as this client reads it: integers that a double cannot hold are bigints. */
export type Json = string | number | bigint | boolean | null | readonly Json[] | JsonObject;
/** An object of `Json`. */
export type JsonObject = { readonly [key: string]: Json };

const MARK = '\u0001';

/** Reads JSON without rounding its integers. */
export function readJson(text: string): Json {
  const marked = text.replace(/"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g, (token) =>
    /^-?\d{16,}$/.test(token) ? `"\\u0001${token}"` : token,
  );
  return JSON.parse(marked, (_key, value: unknown) =>
    typeof value === 'string' && value.startsWith(MARK) ? BigInt(value.slice(1)) : value,
  ) as Json;
}

/** Writes JSON; bigints become integers with all their digits. */
export function writeJson(value: unknown): string {
  const text = JSON.stringify(value, (_key, item: unknown) =>
    typeof item === 'bigint' ? `${MARK}${item}` : item,
  );
  return text.replace(/"\\u0001(-?\d+)"/g, '$1');
}

const AMOUNTS = ['amount', 'initial_amount', 'provider_fee', 'min_evaluator_fee', 'Fixed'];
const BARE = ['LeaveCommittee', 'Add', 'Remove'];

/** Writes what BCS is made from as JSON-RPC shows it: arrays of bytes, amounts in hex digits. */
export function rpcJson(value: Plain, key = ''): Json {
  if (value instanceof Uint8Array) return [...value];
  if (typeof value === 'string' && AMOUNTS.includes(key)) return BigInt(value).toString(16);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item: Plain) => rpcJson(item));
  const entries = Object.entries(value);
  const [first] = entries;
  if (first !== undefined && BARE.includes(first[0])) return first[0];
  return Object.fromEntries(entries.map(([name, item]) => [name, rpcJson(item, name)]));
}
