import { DecodeError } from '../decode-error.ts';
import { isJsonObject, type JsonObject, type JsonValue } from './json.ts';

/** The most characters of a sender's text that an error repeats. */
const SHOWN_MAX = 40;

/**
 * Reads the one key of an externally tagged JSON object.
 *
 * @throws DecodeError `MissingField` or `UnexpectedType`, the latter also for no key or more than
 * one.
 */
export function onlyEntry(
  json: JsonValue | undefined,
  path: string,
): { readonly key: string; readonly value: JsonValue } {
  const entries = Object.entries(expectObject(json, path));
  const [first] = entries;
  if (entries.length !== 1 || first === undefined) {
    throw new DecodeError('UnexpectedType', path, `an object with one key, got ${entries.length}`);
  }
  return { key: first[0], value: first[1] };
}

/**
 * Checks that a JSON value is an object.
 *
 * @throws DecodeError `MissingField` or `UnexpectedType`.
 */
export function expectObject(json: JsonValue | undefined, path: string): JsonObject {
  if (!isJsonObject(json)) throw unexpected(json, path, 'an object');
  return json;
}

/**
 * Checks that a JSON value is an array.
 *
 * @throws DecodeError `MissingField` or `UnexpectedType`.
 */
export function expectArray(json: JsonValue | undefined, path: string): readonly JsonValue[] {
  if (!Array.isArray(json)) throw unexpected(json, path, 'an array');
  return json as readonly JsonValue[];
}

/** Gives an object's own field, never an inherited one. */
export function ownField(object: JsonObject, key: string): JsonValue | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/** Builds the error for a JSON value of the wrong type; `MissingField` when there is no value. */
export function unexpected(
  json: JsonValue | undefined,
  path: string,
  expected: string,
): DecodeError {
  return new DecodeError(json === undefined ? 'MissingField' : 'UnexpectedType', path, expected);
}

/** Quotes a sender's text in an error, up to a bounded length. */
export function shown(text: string): string {
  const start = text.length > SHOWN_MAX ? `${text.slice(0, SHOWN_MAX)}…` : text;
  return JSON.stringify(start);
}
