import { BcsType } from '@mysten/bcs';
import { DecodeError } from '../decode-error.ts';
import type { Codec } from './codec.ts';
import { jsonList, jsonNullable, jsonPair, jsonStruct } from './json-combinators.ts';
import { readUleb } from './uleb.ts';

/** Describes the codec of every field of `T`, in BCS order. */
export type FieldCodecs<T> = { readonly [K in keyof T]-?: Codec<T[K]> };

/** Builds the codec of a record; `camelCase` fields are written `snake_case` in JSON. */
export function struct<T extends object>(name: string, fields: FieldCodecs<T>): Codec<T> {
  const entries = Object.entries(fields).map(([key, codec]) => ({
    key: key as keyof T & string,
    codec: codec as Codec<T[keyof T & string]>,
  }));
  return {
    bcs: new BcsType<T>({
      name,
      read: (reader) => {
        const value: Partial<T> = {};
        for (const { key, codec } of entries) value[key] = codec.bcs.read(reader);
        return Object.freeze(value) as T;
      },
      write: (value, writer) => {
        for (const { key, codec } of entries) codec.bcs.write(value[key], writer);
      },
    }),
    ...jsonStruct<T>(fields),
  };
}

/**
 * Builds the codec of a field that a release lacks: it writes nothing and reads `value`.
 *
 * @throws DecodeError `OutOfRange` when another value is written.
 */
export function absent<T>(value: T): Codec<T> {
  return {
    absent: true,
    bcs: new BcsType<T>({
      name: 'absent',
      read: () => value,
      write: (given) => {
        if (given !== value) {
          throw new DecodeError('OutOfRange', 'release', 'no value in a field that it lacks');
        }
      },
    }),
    toJson: () => null,
    fromJson: () => value,
  };
}

/** Builds the codec of a list. */
export function list<T>(item: Codec<T>): Codec<readonly T[]> {
  return {
    bcs: new BcsType<readonly T[]>({
      name: `vector<${item.bcs.name}>`,
      read: (reader) => {
        const length = readUleb(reader);
        const values: T[] = [];
        // The list grows item by item, so memory follows the bytes received and not the claimed
        // length.
        for (let index = 0; index < length; index++) values.push(item.bcs.read(reader));
        return Object.freeze(values);
      },
      write: (values, writer) => {
        writer.writeULEB(values.length);
        for (const value of values) item.bcs.write(value, writer);
      },
    }),
    ...jsonList(item),
  };
}

/** Builds the codec of a value that may be null; an absent JSON key reads as null. */
export function nullable<T>(some: Codec<T>): Codec<T | null> {
  return {
    bcs: new BcsType<T | null>({
      name: `Option<${some.bcs.name}>`,
      read: (reader) => {
        const tag = reader.read8();
        if (tag > 1) throw new DecodeError('UnknownVariant', 'option', `tag 0 or 1, got ${tag}`);
        return tag === 0 ? null : some.bcs.read(reader);
      },
      write: (value, writer) => {
        writer.write8(value === null ? 0 : 1);
        if (value !== null) some.bcs.write(value, writer);
      },
    }),
    ...jsonNullable(some),
  };
}

/** Builds the codec of a pair, written as a two-element array in JSON. */
export function pair<A, B>(first: Codec<A>, second: Codec<B>): Codec<readonly [A, B]> {
  return {
    bcs: new BcsType<readonly [A, B]>({
      name: `(${first.bcs.name}, ${second.bcs.name})`,
      read: (reader) => Object.freeze([first.bcs.read(reader), second.bcs.read(reader)] as const),
      write: ([a, b], writer) => {
        first.bcs.write(a, writer);
        second.bcs.write(b, writer);
      },
    }),
    ...jsonPair(first, second),
  };
}

/** Wraps a codec into a record with one field, for enum variants whose payload is not a record. */
export function field<K extends string, T>(key: K, inner: Codec<T>): Codec<Readonly<Record<K, T>>> {
  type Wrapped = Readonly<Record<K, T>>;
  return mapped<T, Wrapped>(inner, {
    to: (value) => value[key],
    from: (value) => Object.freeze({ [key]: value }) as Wrapped,
  });
}

/** Builds a codec that converts to and from another codec's type. */
export function mapped<Wire, T>(
  wire: Codec<Wire>,
  convert: { readonly to: (value: T) => Wire; readonly from: (wire: Wire) => T },
): Codec<T> {
  return {
    bcs: new BcsType<T>({
      name: wire.bcs.name,
      read: (reader) => convert.from(wire.bcs.read(reader)),
      write: (value, writer) => wire.bcs.write(convert.to(value), writer),
    }),
    toJson: (value, dialect) => wire.toJson(convert.to(value), dialect),
    fromJson: (json, dialect, path) => convert.from(wire.fromJson(json, dialect, path)),
  };
}
