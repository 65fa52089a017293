import { parse, stringify } from 'lossless-json';
import { DecodeError } from './decode-error.ts';

/** Holds any JSON document; integers that a 53-bit float cannot hold are bigints. */
export type JsonValue =
  | null
  | boolean
  | number
  | bigint
  | string
  | readonly JsonValue[]
  | JsonObject;

/** Holds a JSON object. */
export interface JsonObject {
  readonly [key: string]: JsonValue;
}

/**
 * Names how values are written in JSON.
 *
 * `rpc`: byte arrays as lists of integers, amounts as hex digits without `0x`. `rest`: hex, bech32m
 * addresses, decimal amounts. `rest-certificate`: as `rest`, but with the two hashes that the
 * interface document writes as integer arrays (`GET /v1/certificate/{tx_id}`).
 */
export type JsonDialect = 'rpc' | 'rest' | 'rest-certificate';

/** No field holds an integer of more digits than 2^256 - 1 has, and long ones are slow to read. */
const DIGITS_MAX = 78;

/**
 * Parses JSON text without losing a digit: `timestamp_nanos` is above 2^53.
 *
 * An integer is written as digits alone: `1.0` and `1e3` are refused (facts.md L8.2), so that every
 * integer has one form.
 *
 * @throws DecodeError `InvalidJson` for text that is not JSON, repeats a key with another value, or
 * holds a number that no field has.
 */
export function parseJson(text: string): JsonValue {
  try {
    return parse(text, undefined, parseNumber) as JsonValue;
  } catch (cause) {
    if (cause instanceof DecodeError) throw cause;
    throw new DecodeError('InvalidJson', 'body', `JSON (${String(cause)})`, { cause });
  }
}

/** Writes a JSON value as text; bigints become integer literals with every digit. */
export function stringifyJson(value: JsonValue): string {
  return stringify(value) ?? 'null';
}

function parseNumber(literal: string): number | bigint {
  const number = Number(literal);
  if (/^-?\d+$/.test(literal)) return parseInteger(literal, number);
  if (Number.isFinite(number) && !Number.isInteger(number)) return number;
  throw new DecodeError('InvalidJson', 'body', 'integers written as digits alone');
}

function parseInteger(literal: string, number: number): number | bigint {
  // Adding zero turns the literal -0 into 0: there is one zero on the wire.
  if (Number.isSafeInteger(number)) return number + 0;
  if (literal.length <= DIGITS_MAX) return BigInt(literal);
  throw new DecodeError('InvalidJson', 'body', `integers of at most ${DIGITS_MAX} digits`);
}

/** Tells whether a JSON value is an object. */
export function isJsonObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
