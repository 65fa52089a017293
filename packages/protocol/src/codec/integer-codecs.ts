import { BcsType, type BcsWriter } from '@mysten/bcs';
import { DecodeError } from '../decode-error.ts';
import type { JsonDialect, JsonValue } from '../json/json.ts';
import { unexpected } from '../json/json-shape.ts';
import { AMOUNT_MAX } from '../primitives.ts';
import type { Codec } from './codec.ts';

/** Codec of an 8-bit unsigned integer. */
export const U8: Codec<number> = smallInteger(1);
/** Codec of a 16-bit unsigned integer. */
export const U16: Codec<number> = smallInteger(2);
/** Codec of a 32-bit unsigned integer. */
export const U32: Codec<number> = smallInteger(4);
/** Codec of a 64-bit unsigned integer, little-endian; a JSON integer or a decimal string. */
export const U64: Codec<bigint> = bigInteger(8);
/** Codec of a 128-bit unsigned integer, little-endian; a JSON integer or a decimal string. */
export const U128: Codec<bigint> = bigInteger(16);

/**
 * Codec of an amount in least units: 32 bytes, little-endian, unsigned.
 *
 * The same digits mean different numbers on the two interfaces: JSON-RPC carries hex digits without
 * `0x`, REST decimal digits (facts.md 6.1).
 */
export const AMOUNT: Codec<bigint> = {
  bcs: littleEndian(32),
  toJson: (value, dialect) => value.toString(dialect === 'rpc' ? 16 : 10),
  fromJson: (json, dialect, path) => {
    const amount = readAmount(json, dialect);
    if (amount === undefined) throw unexpected(json, path, amountForm(dialect));
    if (amount > AMOUNT_MAX) throw new DecodeError('OutOfRange', path, 'at most 2^256 - 1');
    return amount;
  },
};

const WRITE = {
  1: (writer: BcsWriter, value: number) => writer.write8(value),
  2: (writer: BcsWriter, value: number) => writer.write16(value),
  4: (writer: BcsWriter, value: number) => writer.write32(value),
} as const;

function smallInteger(size: 1 | 2 | 4): Codec<number> {
  const name = `u${8 * size}`;
  const max = 2 ** (8 * size) - 1;
  const inRange = (value: number) => Number.isInteger(value) && value >= 0 && value <= max;
  return {
    bcs: new BcsType<number>({
      name,
      read: (reader) => {
        if (size === 1) return reader.read8();
        return size === 2 ? reader.read16() : reader.read32();
      },
      write: (value, writer) => {
        if (!inRange(value)) throw new DecodeError('OutOfRange', name, `0 to ${max}, got ${value}`);
        WRITE[size](writer, value);
      },
    }),
    toJson: (value) => value,
    fromJson: (json, _dialect, path) => {
      const value = typeof json === 'bigint' ? Number(json) : json;
      if (typeof value !== 'number' || !Number.isInteger(value)) {
        throw unexpected(json, path, 'an integer');
      }
      if (!inRange(value)) throw new DecodeError('OutOfRange', path, `0 to ${max}`);
      // JSON can hold minus zero; adding 0 turns it into zero.
      return value + 0;
    },
  };
}

function bigInteger(size: 8 | 16): Codec<bigint> {
  const limit = 1n << BigInt(8 * size);
  return {
    bcs: littleEndian(size),
    toJson: (value) => (value <= Number.MAX_SAFE_INTEGER ? Number(value) : value),
    fromJson: (json, _dialect, path) => {
      const value = readInteger(json);
      if (value === undefined) throw unexpected(json, path, 'a non-negative integer');
      if (value < 0n || value >= limit) {
        throw new DecodeError('OutOfRange', path, `0 to 2^${8 * size} - 1`);
      }
      return value;
    },
  };
}

// The library converts every integer to decimal text and back; words of 32 bits take a fifth of
// that time.
function littleEndian(size: 8 | 16 | 32): BcsType<bigint> {
  const name = `u${8 * size}`;
  const bits = BigInt(8 * size);
  return new BcsType<bigint>({
    name,
    read: (reader) => {
      let value = 0n;
      for (let shift = 0n; shift < bits; shift += 32n) value |= BigInt(reader.read32()) << shift;
      return value;
    },
    write: (value, writer) => {
      // A negative number never shifts to zero, so it is refused too.
      if (value >> bits !== 0n) {
        throw new DecodeError('OutOfRange', name, `0 to 2^${bits} - 1, got ${value}`);
      }
      for (let shift = 0n; shift < bits; shift += 32n) {
        writer.write32(Number(BigInt.asUintN(32, value >> shift)));
      }
    },
  });
}

function readInteger(json: JsonValue | undefined): bigint | undefined {
  if (typeof json === 'bigint') return json;
  // A float of 2^53 or more may have lost digits already; a lossless parser gives a bigint instead.
  if (typeof json === 'number') return Number.isSafeInteger(json) ? BigInt(json) : undefined;
  if (typeof json === 'string' && /^\d{1,39}$/.test(json)) return BigInt(json);
  return undefined;
}

function readAmount(json: JsonValue | undefined, dialect: JsonDialect): bigint | undefined {
  if (typeof json !== 'string') return undefined;
  if (dialect === 'rpc') {
    const digits = /^(?:0x)?([0-9a-fA-F]{1,80})$/.exec(json)?.[1];
    return digits === undefined ? undefined : BigInt(`0x${digits}`);
  }
  return /^\d{1,80}$/.test(json) ? BigInt(json) : undefined;
}

function amountForm(dialect: JsonDialect): string {
  return dialect === 'rpc'
    ? 'a string of hex digits, with or without 0x'
    : 'a string of decimal digits';
}
