import { BcsType } from '@mysten/bcs';
import { formatAddress, parseAddress } from '../address.ts';
import { DecodeError } from '../decode-error.ts';
import { bytesToHex, hexToBytes } from '../hex.ts';
import type { JsonValue } from '../json/json.ts';
import { unexpected } from '../json/json-shape.ts';
import type { Address, Signature } from '../primitives.ts';
import type { Codec } from './codec.ts';
import { list, pair } from './combinators.ts';
import { readUleb } from './uleb.ts';

/**
 * Builds the codec of a binary value of fixed size, which is kept as a hex string.
 *
 * JSON-RPC: array of integers. REST: hex digits without `0x`. Reading accepts both everywhere.
 */
export function fixedBytes<T extends string>(size: number): Codec<T> {
  return {
    bcs: hexBcs<T>(size),
    toJson: (value, dialect) => (dialect === 'rpc' ? integers(value) : value),
    fromJson: (json, _dialect, path) => readBytes(json, size, path) as T,
  };
}

/**
 * Codec of the two hashes that the interface document writes as integer arrays in REST too:
 * `deliverable` and `compute_claim_tx_hash` (ledger.md section 5).
 */
export const DOCUMENT_HASH: Codec<string> = {
  ...fixedBytes<string>(32),
  toJson: (value, dialect) => (dialect === 'rest' ? value : integers(value)),
};

/**
 * Codec of an account address or validator key. REST writes bech32m and also reads hex and base64.
 */
export const ADDRESS: Codec<Address> = {
  bcs: hexBcs<Address>(32),
  toJson: (value, dialect) => (dialect === 'rpc' ? integers(value) : formatAddress(value)),
  fromJson: (json, _dialect, path) => {
    if (typeof json === 'string') return parseAddress(json, path);
    if (!Array.isArray(json)) throw unexpected(json, path, ADDRESS_FORMS);
    return readBytes(json, 32, path) as Address;
  },
};

const ADDRESS_FORMS = 'an address: fast1…, 64 hex digits, base64, or an array of 32 integers';

/** Codec of an Ed25519 signature. */
export const SIGNATURE: Codec<Signature> = fixedBytes<Signature>(64);

/** Codec of a list of (name, signature) pairs. */
export const SIGNATURE_LIST: Codec<readonly (readonly [Address, Signature])[]> = list(
  pair(ADDRESS, SIGNATURE),
);

/** Builds the codec of a byte vector of any length, which is kept as hex digits. */
export function byteVector<T extends string>(): Codec<T> {
  return {
    bcs: new BcsType<T>({
      name: 'vector<u8>',
      read: (reader) => bytesToHex(reader.readBytes(readUleb(reader))) as T,
      write: (value, writer) => {
        const bytes = ownBytes(value, 'vector<u8>');
        writer.writeULEB(bytes.length);
        writer.writeBytes(bytes);
      },
    }),
    toJson: (value, dialect) => (dialect === 'rpc' ? integers(value) : value),
    fromJson: (json, _dialect, path) => readBytes(json, undefined, path) as T,
  };
}

function hexBcs<T extends string>(size: number): BcsType<T> {
  const name = `bytes[${size}]`;
  return new BcsType<T>({
    name,
    read: (reader) => bytesToHex(reader.readBytes(size)) as T,
    write: (value, writer) => {
      const bytes = ownBytes(value, name);
      if (bytes.length !== size) {
        throw new DecodeError('OutOfRange', name, `${size} bytes, got ${bytes.length}`);
      }
      writer.writeBytes(bytes);
    },
  });
}

// Upper case would give the same bytes and id, but another key in every table of the ledger.
function ownBytes(hex: string, name: string): Uint8Array {
  if (/[A-F]/.test(hex)) throw new DecodeError('OutOfRange', name, 'lowercase hex digits');
  return hexToBytes(hex);
}

function readBytes(json: JsonValue | undefined, size: number | undefined, path: string): string {
  const hex = typeof json === 'string' ? readHexText(json) : hexOfIntegers(json);
  if (hex === undefined) {
    const length = size === undefined ? '' : `${size} `;
    throw unexpected(json, path, `${length}bytes: an array of integers 0-255, or hex digits`);
  }
  if (size !== undefined && hex.length !== 2 * size) {
    throw new DecodeError('OutOfRange', path, `${size} bytes, got ${hex.length / 2}`);
  }
  return hex;
}

function readHexText(text: string): string | undefined {
  const digits = text.startsWith('0x') ? text.slice(2) : text;
  if (digits.length % 2 !== 0 || /[^0-9a-fA-F]/.test(digits)) return undefined;
  return digits.toLowerCase();
}

function hexOfIntegers(json: JsonValue | undefined): string | undefined {
  if (!Array.isArray(json)) return undefined;
  const isByte = (item: unknown) =>
    Number.isInteger(item) && Number(item) >= 0 && Number(item) < 256;
  return json.every(isByte) ? bytesToHex(Uint8Array.from(json as number[])) : undefined;
}

function integers(hex: string): readonly number[] {
  return [...hexToBytes(hex)];
}
