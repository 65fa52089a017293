import { type BcsType, BcsWriter } from '@mysten/bcs';
import { DecodeError } from './decode-error.ts';
import type { JsonDialect, JsonValue } from './json.ts';

/**
 * Converts one type between memory and its three wire forms: BCS, JSON-RPC and REST.
 *
 * One definition gives all of them, so a field cannot be present in one form and forgotten in
 * another. What a codec reads is frozen, all the way down.
 */
export interface Codec<T> {
  readonly bcs: BcsType<T>;
  /** Set when the field does not exist in this release. */
  readonly absent?: true;
  /** Writes the value as JSON. */
  toJson(value: T, dialect: JsonDialect): JsonValue;
  /**
   * Reads JSON; input accepts the form of every dialect where that is unambiguous.
   *
   * @throws DecodeError naming the field by `path`.
   */
  fromJson(json: JsonValue | undefined, dialect: JsonDialect, path: string): T;
}

/**
 * Decodes bytes and refuses every form but the canonical one (rule V1).
 *
 * The BCS library ignores trailing bytes; decoding, encoding again and comparing is what gives a
 * transaction one byte form, and so one id.
 *
 * @throws DecodeError of any code but the four of JSON; `path` is `name` or the type at fault.
 */
export function decodeBytes<T>(codec: Codec<T>, bytes: Uint8Array, name: string): T {
  const value = parseBytes(codec, bytes, name);
  const canonical = encodeBytes(codec, value);
  if (!startsWith(bytes, canonical)) throw new DecodeError('NotCanonical', name, 'canonical BCS');
  if (canonical.length < bytes.length) {
    throw new DecodeError('TrailingBytes', name, `${canonical.length} bytes, got ${bytes.length}`);
  }
  return value;
}

function parseBytes<T>(codec: Codec<T>, bytes: Uint8Array, name: string): T {
  try {
    // Copied, because the library reads past the end of a view into whatever its buffer holds.
    return codec.bcs.parse(new Uint8Array(bytes));
  } catch (cause) {
    if (cause instanceof DecodeError) throw cause;
    // What the library says of bytes that end is about its own buffer.
    const expected =
      cause instanceof RangeError ? 'BCS, but the bytes end too early' : `BCS (${String(cause)})`;
    throw new DecodeError('InvalidBytes', name, expected, { cause });
  }
}

/**
 * Encodes a value as BCS.
 *
 * @throws DecodeError `OutOfRange` for a value that its field cannot hold.
 */
export function encodeBytes<T>(codec: Codec<T>, value: T): Uint8Array {
  // Taken while in use: after a failure nobody knows what is in it.
  const writer = spare ?? new BcsWriter({ initialSize: WRITER_BYTES });
  spare = undefined;
  codec.bcs.write(value, writer);
  const bytes = writer.toBytes();
  if (bytes.length <= WRITER_BYTES) spare = writer.shift(-bytes.length);
  return bytes;
}

/** What fits a writer that is used again; memory of its own for every value costs more than to fill it. */
const WRITER_BYTES = 4096;

let spare: BcsWriter | undefined;

function startsWith(bytes: Uint8Array, prefix: Uint8Array): boolean {
  return prefix.length <= bytes.length && prefix.every((byte, index) => bytes[index] === byte);
}
