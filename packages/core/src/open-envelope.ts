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
import { type EncodedEnvelope, type Rejected, rejected } from './message.ts';

/** An envelope in memory form, with the facts derived from the bytes of its transaction. */
export interface OpenedEnvelope {
  readonly envelope: TransactionEnvelope;
  readonly facts: TransactionFacts;
}

/**
 * Decodes an envelope from the canonical bytes of its transaction and its signature (rule V1).
 *
 * @throws DecodeError for bytes in any other form.
 */
export function decodeEnvelope(encoded: EncodedEnvelope): TransactionEnvelope {
  return {
    transaction: decodeTransaction(hexToBytes(encoded.transaction)),
    signature: decodeSignature(hexToBytes(encoded.signature)),
  };
}

/**
 * Encodes an envelope as canonical bytes.
 *
 * @throws DecodeError for an envelope that has no byte form.
 */
export function encodeEnvelope({ transaction, signature }: TransactionEnvelope): EncodedEnvelope {
  return {
    transaction: bytesToHex(encodeTransaction(transaction)) as HexBytes,
    signature: bytesToHex(encodeSignature(signature)) as HexBytes,
  };
}

/**
 * Gives an envelope in memory form, whichever form the request carried.
 *
 * @throws DecodeError for bytes that do not decode, or a sender signature that has no byte form.
 */
export function openEnvelope(
  envelope: TransactionEnvelope | EncodedEnvelope,
  decode: (encoded: EncodedEnvelope) => TransactionEnvelope = decodeEnvelope,
): TransactionEnvelope {
  if (isEncoded(envelope)) return decode(envelope);
  checkEncodable(envelope.signature);
  return envelope;
}

/** Signatures known to have a byte form. They are frozen, so this stays true. */
const encodable = new WeakSet<SignatureOrMultiSig>();

// A signature that arrived as an object was never decoded; encoding it shows whether it has a byte
// form.
function checkEncodable(signature: SignatureOrMultiSig): void {
  if (encodable.has(signature)) return;
  encodeSignature(signature);
  encodable.add(deepFreeze(signature));
}

/** Opens an envelope that another node sent, or says why its bytes are refused (rule V1). */
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

/** Gives the facts of an envelope; undefined when its bytes decode to no transaction. */
export function readableFacts(
  envelope: TransactionEnvelope | EncodedEnvelope,
): TransactionFacts | undefined {
  const opened = receiveEnvelope(envelope);
  return 'rejection' in opened ? undefined : opened.facts;
}

/**
 * Tells whether an envelope from another node contains this transaction, under whatever signature.
 */
export function isCopyOf(id: TransactionId, envelope: TransactionEnvelope): boolean {
  const opened = receiveEnvelope(envelope);
  return !('rejection' in opened) && opened.facts.id === id;
}

/** Answers a request whose bytes do not decode (rule V1). */
export function undecodable({ message }: DecodeError): Rejected {
  return rejected({ code: 'InvalidRequest', rule: 'V1', reason: message });
}

function isEncoded(envelope: TransactionEnvelope | EncodedEnvelope): envelope is EncodedEnvelope {
  return typeof envelope.transaction === 'string';
}
