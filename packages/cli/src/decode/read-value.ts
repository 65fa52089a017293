import { withSignedTag } from '@quorate/core';
import type { Verifier } from '@quorate/crypto';
import {
  type Address,
  bytesToHex,
  certificateFromJson,
  DecodeError,
  decodeTransaction,
  decodeUnversionedTransaction,
  envelopeFromJson,
  hexToBytes,
  isJsonObject,
  type JsonDialect,
  type JsonObject,
  type JsonValue,
  type NamedSignature,
  parseAddress,
  parseJson,
  type SignatureOrMultiSig,
  transactionFromJson,
  type VersionedTransaction,
} from '@quorate/protocol';

/** What a text turned out to be. */
export type ReadValue =
  | {
      readonly kind: 'address';
      readonly address: Address;
      /** Whether it came as 32 bytes that nothing marks as an address. */
      readonly isUnmarked: boolean;
    }
  | {
      readonly kind: 'transaction';
      readonly transaction: VersionedTransaction;
      /** Of the sender, where the text has it. */
      readonly signature?: SignatureOrMultiSig;
      /** Of validators, where the text has them. */
      readonly signatures?: readonly NamedSignature[];
    };

/**
 * Reads an address in any of its forms, or a transaction: in BCS, in JSON of REST or JSON-RPC, with
 * or without signatures, or within a request or an answer.
 *
 * @throws DecodeError naming the field and what was expected
 */
export function readValue(text: string, verifier: Verifier): ReadValue {
  if (/^[{["]/.test(text)) return readJsonValue(inside(parseJson(text)), text, verifier);
  const digits = /^(?:0x)?((?:[0-9a-f]{2})+)$/i.exec(text)?.[1];
  return digits === undefined || digits.length <= 64
    ? addressIn(text)
    : { kind: 'transaction', transaction: readBytes(hexToBytes(digits.toLowerCase())) };
}

const EXPECTED =
  'a 32-byte address (bech32m, 64 hex digits, or base64), or a transaction in BCS or JSON';

function addressIn(text: string): ReadValue {
  const isUnmarked = !/^fast1/i.test(text);
  try {
    return { kind: 'address', address: parseAddress(text, 'value'), isUnmarked };
  } catch (failure) {
    if (!(failure instanceof DecodeError && isUnmarked)) throw failure;
    throw new DecodeError(failure.code, 'value', EXPECTED);
  }
}

/** What requests, answers and the lists of the devnet put around what they carry. */
const AROUND = ['data', 'params', 'result', 'Success', 'success', 'certificate', 'submitted'];

function inside(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return insideList(value);
  if (!isJsonObject(value)) return value;
  // What a journal tells of a submission has an envelope, but no signatures of validators.
  const keys = 'signatures' in value ? AROUND : [...AROUND, 'envelope'];
  const key = keys.find((each) => typeof value[each] === 'object' && value[each] !== null);
  return key === undefined ? value : inside(value[key] as JsonValue);
}

function insideList(list: readonly JsonValue[]): JsonValue {
  const [first] = list;
  if (!isJsonObject(first ?? null)) return list;
  if (list.length === 1) return inside(first as JsonValue);
  throw new DecodeError('UnexpectedType', 'value', `one transaction, got a list of ${list.length}`);
}

function readJsonValue(value: JsonValue, text: string, verifier: Verifier): ReadValue {
  if (Array.isArray(value)) return { kind: 'address', address: addressOf(value), isUnmarked: true };
  if (typeof value === 'string') return addressIn(value);
  if (!isJsonObject(value) || !mayBeTransaction(value)) {
    throw new DecodeError('UnexpectedType', 'value', EXPECTED);
  }
  // JSON-RPC writes bytes as lists of numbers, and every transaction has some.
  const dialects: readonly JsonDialect[] = /\[\s*\d/.test(text)
    ? ['rpc', 'rest', 'rest-certificate']
    : ['rest', 'rest-certificate', 'rpc'];
  return firstReadable(dialects.map((dialect) => () => readParts(value, dialect, verifier)));
}

/** Tells this from answers that carry no transaction, such as refusals. */
function mayBeTransaction(value: JsonObject): boolean {
  const [first = '', ...others] = Object.keys(value);
  const isTagged = others.length === 0 && /^(?:Release|Unversioned)/.test(first);
  return isTagged || ['envelope', 'transaction', 'sender'].some((key) => key in value);
}

function readParts(value: JsonObject, dialect: JsonDialect, verifier: Verifier): ReadValue {
  if ('envelope' in value) {
    const { envelope, signatures } = certificateFromJson(value, dialect);
    return { kind: 'transaction', ...withSignedTag(envelope, verifier), signatures };
  }
  if ('transaction' in value && 'signature' in value) {
    const envelope = envelopeFromJson(value, dialect);
    return { kind: 'transaction', ...withSignedTag(envelope, verifier) };
  }
  const bare = (value['transaction'] as JsonValue | undefined) ?? value;
  return { kind: 'transaction', transaction: transactionFromJson(bare, dialect) };
}

function readBytes(bytes: Uint8Array): VersionedTransaction {
  return firstReadable([() => decodeTransaction(bytes), () => decodeUnversionedTransaction(bytes)]);
}

/** Gives the first that can be read; if none can, what is wrong with the first. */
function firstReadable<T>(ways: readonly (() => T)[]): T {
  let wrong: DecodeError | undefined;
  for (const way of ways) {
    try {
      return way();
    } catch (failure) {
      if (!(failure instanceof DecodeError)) throw failure;
      wrong ??= failure;
    }
  }
  throw wrong;
}

function addressOf(bytes: readonly JsonValue[]): Address {
  const isByte = (value: JsonValue): value is number =>
    typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < 256;
  if (bytes.length === 32 && bytes.every(isByte)) {
    return bytesToHex(Uint8Array.from(bytes)) as Address;
  }
  throw new DecodeError('InvalidAddress', 'value', 'a list of 32 numbers from 0 to 255');
}
