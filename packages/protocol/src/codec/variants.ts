import { BcsType } from '@mysten/bcs';
import { DecodeError } from '../decode-error.ts';
import type { JsonValue } from '../json/json.ts';
import { onlyEntry, shown, unexpected } from '../json/json-shape.ts';
import type { Codec } from './codec.ts';
import { readUleb } from './uleb.ts';

/** The variants of an enum: for each its BCS tag and the codec of its payload. */
export type Variants<T extends { readonly kind: string }> = {
  readonly [K in T['kind']]: Variant<Omit<Extract<T, { readonly kind: K }>, 'kind'>>;
};

/** One variant of an enum. */
export interface Variant<P> {
  readonly tag: number;
  readonly payload: Codec<P>;
}

/**
 * The payload of an enum variant without content: the variant is a bare string in JSON.
 *
 * This codec is used only for reading the variant as an object: older Rust builds write `{"Name":
 * []}`.
 */
export const UNIT: Codec<object> = {
  bcs: new BcsType<object>({ name: 'unit', read: () => ({}), write: () => undefined }),
  toJson: () => null,
  fromJson: (json, _dialect, path) => {
    if (isEmpty(json)) return {};
    throw unexpected(json, path, 'no payload: [], {} or null');
  },
};

/**
 * Builds the codec of an enum. BCS: a ULEB128 tag and the payload. JSON: an object with one key.
 */
export function variants<T extends { readonly kind: string }>(
  name: string,
  cases: Variants<T>,
): Codec<T> {
  const byKind = new Map(Object.entries(cases) as [string, Variant<object>][]);
  const byTag = new Map([...byKind].map(([kind, variant]) => [variant.tag, { kind, variant }]));
  const kinds = [...byKind.keys()].join(', ');
  const build = (kind: string, payload: object): T => Object.freeze({ kind, ...payload }) as T;
  const find = (kind: string, path: string): Variant<object> => {
    const variant = byKind.get(kind);
    if (variant === undefined) {
      throw new DecodeError('UnknownVariant', path, `one of ${kinds}; got ${shown(kind)}`);
    }
    return variant;
  };
  return {
    bcs: new BcsType<T>({
      name,
      read: (reader) => {
        const tag = readUleb(reader);
        const found = byTag.get(tag);
        if (found === undefined) {
          throw new DecodeError('UnknownVariant', name, `a known tag, got ${tag}`);
        }
        return build(found.kind, found.variant.payload.bcs.read(reader));
      },
      write: (value, writer) => {
        const variant = find(value.kind, name);
        writer.writeULEB(variant.tag);
        variant.payload.bcs.write(value, writer);
      },
    }),
    toJson: (value, dialect) => {
      const { payload } = find(value.kind, name);
      return payload === UNIT ? value.kind : { [value.kind]: payload.toJson(value, dialect) };
    },
    fromJson: (json, dialect, path) => {
      if (typeof json === 'string') {
        if (find(json, path).payload === UNIT) return build(json, {});
        throw new DecodeError('UnexpectedType', path, `an object {"${json}": …}`);
      }
      const { key, value } = onlyEntry(json, path);
      return build(key, find(key, path).payload.fromJson(value, dialect, `${path}.${key}`));
    },
  };
}

function isEmpty(json: JsonValue | undefined): boolean {
  return json === null || (typeof json === 'object' && Object.keys(json).length === 0);
}
