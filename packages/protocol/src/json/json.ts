/** Any JSON document. Integers above 2^53 - 1 are bigints. */
export type JsonValue =
  | null
  | boolean
  | number
  | bigint
  | string
  | readonly JsonValue[]
  | JsonObject;

/** A JSON object. */
export interface JsonObject {
  readonly [key: string]: JsonValue;
}

/**
 * The form in which values are written in JSON.
 *
 * `rpc`: byte arrays as lists of integers, amounts as hex digits without `0x`. `rest`: hex digits,
 * bech32m addresses, decimal amounts. `rest-certificate`: like `rest`, except for the two hashes
 * that the interface document writes as integer arrays (`GET /v1/certificate/{tx_id}`).
 */
export type JsonDialect = 'rpc' | 'rest' | 'rest-certificate';

/** Writes a JSON value as text. Bigints become integer literals with every digit. */
export function stringifyJson(value: JsonValue): string {
  if (typeof value === 'string') return JSON.stringify(value);
  // Numbers without a form in JSON become null, as with `JSON.stringify`.
  if (typeof value === 'number' && !Number.isFinite(value)) return 'null';
  if (typeof value !== 'object' || value === null) return String(value);
  return Array.isArray(value) ? writtenArray(value) : writtenObject(value as JsonObject);
}

function writtenArray(items: readonly JsonValue[]): string {
  // Bytes in the dialect `rpc`, of which one answer can have millions.
  if (items.every(isNumber)) return JSON.stringify(items);
  let text = '';
  for (const item of items) text += text === '' ? stringifyJson(item) : `,${stringifyJson(item)}`;
  return `[${text}]`;
}

function isNumber(item: JsonValue): boolean {
  return typeof item === 'number';
}

function writtenObject(object: JsonObject): string {
  let text = '';
  for (const key of Object.keys(object)) {
    const value = object[key];
    // Undefined fields are left out, as with `JSON.stringify`.
    if (value === undefined) continue;
    text += `${text === '' ? '' : ','}${JSON.stringify(key)}:${stringifyJson(value)}`;
  }
  return `{${text}}`;
}

/** Tells whether a JSON value is an object. */
export function isJsonObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
