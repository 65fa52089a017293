import { errorOf } from '@quorate/testkit';
import { describe, expect, it } from 'vitest';
import { parseAddress } from './address.ts';
import type { DecodeError, DecodeErrorCode } from './decode-error.ts';
import { hexToBytes } from './hex.ts';
import { parseJson } from './json/json-reader.ts';
import { decodeSignature, envelopeFromJson } from './transaction/envelope.ts';
import { decodeTransaction, transactionFromJson } from './transaction/transaction-codec.ts';

const SIGNATURE_BYTES = Uint8Array.of(0, ...new Uint8Array(64));

/** One way to get each code, and the field that the error names. */
const WAYS: Readonly<Record<DecodeErrorCode, readonly [() => unknown, string]>> = {
  InvalidHex: [() => hexToBytes('0g'), 'hex'],
  InvalidAddress: [() => parseAddress('fast1', 'params.address'), 'params.address'],
  InvalidBytes: [() => decodeSignature(SIGNATURE_BYTES.slice(1)), 'signature'],
  InvalidJson: [() => parseJson('{'), 'body'],
  MissingField: [() => envelopeFromJson({}, 'rpc'), 'envelope.transaction'],
  NotCanonical: [() => decodeSignature(Uint8Array.of(0x80, 0)), 'uleb128'],
  OutOfRange: [() => transactionFromJson({ sender: [1] }, 'rpc'), 'transaction.sender'],
  TrailingBytes: [() => decodeSignature(Uint8Array.of(...SIGNATURE_BYTES, 0)), 'signature'],
  UnexpectedType: [() => transactionFromJson({ sender: true }, 'rpc'), 'transaction.sender'],
  UnknownVariant: [() => decodeTransaction(Uint8Array.of(9)), 'transaction'],
};

describe('DecodeError', () => {
  it.each(Object.entries(WAYS))('%s comes with the path and what was expected', (code, way) => {
    const [action, path] = way;
    const error = errorOf(action) as DecodeError;
    expect(error).toMatchObject({ name: 'DecodeError', code, path });
    expect(error.message).toBe(`${path}: expected ${error.expected}`);
  });
});
