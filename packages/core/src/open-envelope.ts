import {
  bytesToHex,
  DecodeError,
  decodeSignature,
  decodeTransaction,
  deepFreeze,
  encodeSignature,
  encodeTransaction,
  factsOf,
  type HexBytes,
  hexToBytes,
  type SignatureOrMultiSig,
  type TransactionEnvelope,
  type TransactionFacts,
  type TransactionId,
} from '@quorate/protocol';
import type { EncodedEnvelope, Rejected } from './message.ts';

/** An envelope in memory form, and what derives from the bytes of its transaction. */
export interface OpenedEnvelope {
  readonly envelope: TransactionEnvelope;
  readonly facts: TransactionFacts;
}

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

/** Gives the canonical bytes of an envelope. @throws DecodeError where no bytes stand for it */
export function encodeEnvelope({ transaction, signature }: TransactionEnvelope): EncodedEnvelope {
  return {
    transaction: bytesToHex(encodeTransaction(transaction)) as HexBytes,
    signature: bytesToHex(encodeSignature(signature)) as HexBytes,
  };
}

/**
 * Gives an envelope in memory form, whichever form a request carried.
 *
 * @throws DecodeError for a sender's signature that no bytes stand for.
 */
export function openEnvelope(
  envelope: TransactionEnvelope | EncodedEnvelope,
  decode: (encoded: EncodedEnvelope) => TransactionEnvelope = decodeEnvelope,
): TransactionEnvelope {
  if (isEncoded(envelope)) return decode(envelope);
  checkEncodable(envelope.signature);
  return envelope;
}

/** Signatures that bytes stand for, frozen since they were found to. */
const encodable = new WeakSet<SignatureOrMultiSig>();

// What came as an object never was bytes; only encoding tells whether it could have been.
function checkEncodable(signature: SignatureOrMultiSig): void {
  if (encodable.has(signature)) return;
  encodeSignature(signature);
  encodable.add(deepFreeze(signature));
}

/** Opens an envelope that somebody sent, or says why its bytes are refused (rule V1). */
export function receiveEnvelope(
  envelope: TransactionEnvelope | EncodedEnvelope,
  decode?: (encoded: EncodedEnvelope) => TransactionEnvelope,
): OpenedEnvelope | Rejected {
  try {
    const opened = openEnvelope(envelope, decode);
    return { envelope: opened, facts: factsOf(opened.transaction) };
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    return undecodable(error);
  }
}

/** Tells whether an envelope that somebody sent is of a transaction, whoever has signed it. */
export function isCopyOf(id: TransactionId, envelope: TransactionEnvelope): boolean {
  const opened = receiveEnvelope(envelope);
  return !('rejection' in opened) && opened.facts.id === id;
}

/** Answers a request whose bytes do not decode (rule V1). */
export function undecodable({ message }: DecodeError): Rejected {
  return { type: 'Rejected', rejection: { code: 'InvalidRequest', rule: 'V1', reason: message } };
}

function isEncoded(envelope: TransactionEnvelope | EncodedEnvelope): envelope is EncodedEnvelope {
  return typeof envelope.transaction === 'string';
}
