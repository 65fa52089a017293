import { BcsType } from '@mysten/bcs';
import { utf8 } from '@scure/base';
import { type Codec, decodeBytes, encodeBytes } from './codec.ts';
import type { JsonDialect, JsonValue } from './json.ts';
import type { Transaction } from './transaction.ts';

const VERSIONED_DOMAIN = utf8.decode('VersionedTransaction::');

/** Says what transactions of one release mean. */
export interface ReleaseMeaning<T> {
  /** Gives what a transaction says, independent of its release. */
  normalise(transaction: T): Transaction;
  /** Empties the verifier signatures; the same object where there are none (rule V10). */
  signingForm(transaction: T): T;
  /** Gives the same JSON under other BCS tags; undefined where there are none that could be meant. */
  withOtherTags?(transaction: T): T | undefined;
}

/** Says how transactions of one release are written and read, and what they mean. */
export interface ReleaseFormat<T> extends ReleaseMeaning<T> {
  /** The enum tag that starts the BCS; null for the un-versioned shape, which has none. */
  readonly tag: number | null;
  /** What comes before the BCS in the bytes that are signed: ASCII text. */
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
      // Its release was chosen by this tag, and another would not encode to the same bytes again.
      read: (reader) => codec.bcs.read(reader.shift(1)),
      write: (value, writer) => {
        writer.write8(tag);
        codec.bcs.write(value, writer);
      },
    }),
  };
}
