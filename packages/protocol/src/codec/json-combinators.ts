import { DecodeError } from '../decode-error.ts';
import type { JsonValue } from '../json/json.ts';
import { expectArray, expectObject, ownField } from '../json/json-shape.ts';
import type { Codec } from './codec.ts';

/** Converts a type to and from JSON, in every dialect: a codec without BCS. */
export type JsonCodec<T> = Omit<Codec<T>, 'bcs'>;

/** Describes the JSON codec of every field of `T`. */
export type JsonFields<T> = { readonly [K in keyof T]-?: JsonCodec<T[K]> };

/** Builds the JSON codec of a record; `camelCase` fields are written in `snake_case`. */
export function jsonStruct<T extends object>(fields: JsonFields<T>): JsonCodec<T> {
  const entries = Object.entries(fields).map(([key, codec]) => ({
    key: key as keyof T & string,
    jsonKey: snakeCase(key),
    codec: codec as JsonCodec<T[keyof T & string]>,
  }));
  return {
    toJson: (value, dialect) => {
      const object: Record<string, JsonValue> = {};
      for (const { key, jsonKey, codec } of entries) {
        if (codec.absent !== true) object[jsonKey] = codec.toJson(value[key], dialect);
      }
      return object;
    },
    fromJson: (json, dialect, path) => {
      const object = expectObject(json, path);
      const value: Partial<T> = {};
      for (const { key, jsonKey, codec } of entries) {
        value[key] = codec.fromJson(ownField(object, jsonKey), dialect, `${path}.${jsonKey}`);
      }
      return Object.freeze(value) as T;
    },
  };
}

/** Builds the JSON codec of a list. */
export function jsonList<T>(item: JsonCodec<T>): JsonCodec<readonly T[]> {
  return {
    toJson: (values, dialect) => values.map((value) => item.toJson(value, dialect)),
    fromJson: (json, dialect, path) =>
      Object.freeze(
        expectArray(json, path).map((value, index) =>
          item.fromJson(value, dialect, `${path}[${index}]`),
        ),
      ),
  };
}

/** Builds the JSON codec of a value that may be null; an absent key reads as null. */
export function jsonNullable<T>(some: JsonCodec<T>): JsonCodec<T | null> {
  return {
    toJson: (value, dialect) => (value === null ? null : some.toJson(value, dialect)),
    fromJson: (json, dialect, path) =>
      json === undefined || json === null ? null : some.fromJson(json, dialect, path),
  };
}

/** Builds the JSON codec of a pair: an array of two elements. */
export function jsonPair<A, B>(
  first: JsonCodec<A>,
  second: JsonCodec<B>,
): JsonCodec<readonly [A, B]> {
  return {
    toJson: ([a, b], dialect) => [first.toJson(a, dialect), second.toJson(b, dialect)],
    fromJson: (json, dialect, path) => {
      const items = expectArray(json, path);
      if (items.length !== 2) {
        throw new DecodeError('UnexpectedType', path, `2 elements, got ${items.length}`);
      }
      return Object.freeze([
        first.fromJson(items[0], dialect, `${path}[0]`),
        second.fromJson(items[1], dialect, `${path}[1]`),
      ] as const);
    },
  };
}

function snakeCase(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
