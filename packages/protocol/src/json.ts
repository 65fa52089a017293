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

/** Writes a JSON value as text; bigints become integer literals with every digit. */
export function stringifyJson(value: JsonValue): string {
  if (typeof value === 'string') return JSON.stringify(value);
  // As in `JSON.stringify`: what has no form in JSON.
  if (typeof value === 'number' && !Number.isFinite(value)) return 'null';
  if (typeof value !== 'object' || value === null) return String(value);
  return Array.isArray(value) ? writtenArray(value) : writtenObject(value as JsonObject);
}

function writtenArray(items: readonly JsonValue[]): string {
  let text = '';
  for (const item of items) text += text === '' ? stringifyJson(item) : `,${stringifyJson(item)}`;
  return `[${text}]`;
}

function writtenObject(object: JsonObject): string {
  let text = '';
  for (const key of Object.keys(object)) {
    const value = object[key];
    // As in `JSON.stringify`: a field that is not there.
    if (value === undefined) continue;
    text += `${text === '' ? '' : ','}${JSON.stringify(key)}:${stringifyJson(value)}`;
  }
  return `{${text}}`;
}

/** Tells whether a JSON value is an object. */
export function isJsonObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
