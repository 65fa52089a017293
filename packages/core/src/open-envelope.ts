import {
  type DecodeError,
  decodeSignature,
  decodeTransaction,
  hexToBytes,
  type TransactionEnvelope,
} from '@quorate/protocol';
import type { EncodedEnvelope, Rejected } from './message.ts';

/**
 * Reads an envelope from the canonical bytes of its transaction and signature (rule V1).
 *
 * @throws DecodeError for any other form.
 */
export function decodeEnvelope(encoded: EncodedEnvelope): TransactionEnvelope {
  return {
    transaction: decodeTransaction(hexToBytes(encoded.transaction)),
    signature: decodeSignature(hexToBytes(encoded.signature)),
  };
}

/** Gives an envelope in memory form, whichever form a request carried. */
export function openEnvelope(
  envelope: TransactionEnvelope | EncodedEnvelope,
  decode: (encoded: EncodedEnvelope) => TransactionEnvelope = decodeEnvelope,
): TransactionEnvelope {
  return isEncoded(envelope) ? decode(envelope) : envelope;
}

/** Answers a request whose bytes do not decode (rule V1). */
export function undecodable({ message }: DecodeError): Rejected {
  return { type: 'Rejected', rejection: { code: 'InvalidRequest', rule: 'V1', reason: message } };
}

function isEncoded(envelope: TransactionEnvelope | EncodedEnvelope): envelope is EncodedEnvelope {
  return typeof envelope.transaction === 'string';
}
