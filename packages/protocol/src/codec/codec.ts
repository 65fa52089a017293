import { type BcsType, BcsWriter } from '@mysten/bcs';
import { counted } from '../counted.ts';
import { DecodeError } from '../decode-error.ts';
import type { JsonDialect, JsonValue } from '../json/json.ts';

/**
 * Converts a type between memory and its three wire forms: BCS, JSON-RPC and REST.
 *
 * One definition gives all three, so that a field cannot be forgotten in one of them. What a codec
 * reads is deeply frozen.
 */
export interface Codec<T> {
  readonly bcs: BcsType<T>;
  /** Set when the field does not exist in this release. */
  readonly absent?: true;
  /** Writes the value as JSON. */
  toJson(value: T, dialect: JsonDialect): JsonValue;
  /**
   * Reads JSON. It accepts the form of every dialect wherever that is unambiguous.
   *
   * @throws DecodeError whose `path` names the field.
   */
  fromJson(json: JsonValue | undefined, dialect: JsonDialect, path: string): T;
}

/**
 * Decodes bytes and refuses every form but the canonical one (rule V1).
 *
 * The BCS library ignores trailing bytes. Decoding, encoding again and comparing gives a
 * transaction exactly one byte form, and so one id.
 *
 * @throws DecodeError of any code but the JSON ones; its `path` is `name` or the type at fault.
 */
export function decodeBytes<T>(codec: Codec<T>, bytes: Uint8Array, name: string): T {
  const value = parseBytes(codec, bytes, name);
  const canonical = encodeBytes(codec, value);
  if (!startsWith(bytes, canonical)) throw new DecodeError('NotCanonical', name, 'canonical BCS');
  if (canonical.length < bytes.length) {
    throw new DecodeError(
      'TrailingBytes',
      name,
      `${counted(canonical.length, 'byte')}, got ${bytes.length}`,
    );
  }
  return value;
}

function parseBytes<T>(codec: Codec<T>, bytes: Uint8Array, name: string): T {
  try {
    // Copied, because the library reads past the end of a view into the rest of its buffer.
    return codec.bcs.parse(new Uint8Array(bytes));
  } catch (cause) {
    if (cause instanceof DecodeError) throw cause;
    // The library's own message about a premature end names the size of its buffer, not of the
    // input.
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
  // Taken out while in use: after a failed write its content is undefined.
  const writer = spare ?? new BcsWriter({ initialSize: WRITER_BYTES });
  spare = undefined;
  codec.bcs.write(value, writer);
  const bytes = writer.toBytes();
  if (bytes.length <= WRITER_BYTES) spare = writer.shift(-bytes.length);
  return bytes;
}

/**
 * The size of the writer that is reused. Allocating one for every value costs more than filling it.
 */
const WRITER_BYTES = 4096;

let spare: BcsWriter | undefined;

function startsWith(bytes: Uint8Array, prefix: Uint8Array): boolean {
  return prefix.length <= bytes.length && prefix.every((byte, index) => bytes[index] === byte);
}
