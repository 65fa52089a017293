import { BcsType } from '@mysten/bcs';
import { utf8 } from '@scure/base';
import { type Codec, decodeBytes, encodeBytes } from '../codec/codec.ts';
import type { JsonDialect, JsonValue } from '../json/json.ts';
import type { Transaction } from './transaction.ts';

const VERSIONED_DOMAIN = utf8.decode('VersionedTransaction::');

/** The meaning of the transactions of one release. */
export interface ReleaseMeaning<T> {
  /** Gives the content of a transaction, independent of its release. */
  normalise(transaction: T): Transaction;
  /** Removes the verifier signatures; the same object when there are none (rule V10). */
  signingForm(transaction: T): T;
  /**
   * Gives the transaction with the same JSON but other BCS tags; undefined when no others are
   * possible.
   */
  withOtherTags?(transaction: T): T | undefined;
}

/** How transactions of one release are written and read, and what they mean. */
export interface ReleaseFormat<T> extends ReleaseMeaning<T> {
  /** The enum tag at the start of the BCS; null for the un-versioned shape, which has none. */
  readonly tag: number | null;
  /** The domain: the ASCII text that precedes the BCS in the signed bytes. */
  readonly domain: Uint8Array;
  encode(transaction: T): Uint8Array;
  /** @throws DecodeError for a form that is not canonical. */
  decode(bytes: Uint8Array): T;
  /** Writes the transaction without the name of its release. */
  toJson(transaction: T, dialect: JsonDialect): JsonValue;
  /** @throws DecodeError naming the field. */
  fromJson(json: JsonValue | undefined, dialect: JsonDialect, path: string): T;
}

/** Builds the format of a variant of the enum `VersionedTransaction`. Source: facts.md B2.2, B2.17. */
export function versionedFormat<T>(
  tag: number,
  codec: Codec<T>,
  meaning: ReleaseMeaning<T>,
): ReleaseFormat<T> {
  const tagged = withTag(tag, codec);
  return {
    ...meaning,
    tag,
    domain: VERSIONED_DOMAIN,
    encode: (transaction) => encodeBytes(tagged, transaction),
    decode: (bytes) => decodeBytes(tagged, bytes, 'transaction'),
    toJson: (transaction, dialect) => codec.toJson(transaction, dialect),
    fromJson: (json, dialect, path) => codec.fromJson(json, dialect, path),
  };
}

function withTag<T>(tag: number, codec: Codec<T>): Codec<T> {
  return {
    ...codec,
    bcs: new BcsType<T>({
      name: 'VersionedTransaction',
      // This release was chosen by the tag, and a wrong tag would not encode to the same bytes
      // again.
      read: (reader) => codec.bcs.read(reader.shift(1)),
      write: (value, writer) => {
        writer.write8(tag);
        codec.bcs.write(value, writer);
      },
    }),
  };
}
