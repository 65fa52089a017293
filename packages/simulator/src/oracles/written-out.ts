import {
  bytesToHex,
  encodeSignature,
  factsOf,
  type TransactionCertificate,
  type TransactionEnvelope,
} from '@quorate/protocol';

/** A node hands to its disk the very object that it holds, and gets it back. */
const texts = new WeakMap<TransactionEnvelope, string>();

/** Writes an envelope out, every signature in it included: equal text for equal ones, copies of each other or not. */
export function envelopeText(envelope: TransactionEnvelope): string {
  const known = texts.get(envelope);
  if (known !== undefined) return known;
  const { submittedBytes } = factsOf(envelope.transaction);
  const text = [submittedBytes, encodeSignature(envelope.signature)].map(bytesToHex).join(' ');
  texts.set(envelope, text);
  return text;
}

/** Writes a certificate out, as it came: two of one transaction may have other signatures of anybody. */
export function certificateText({ envelope, signatures }: TransactionCertificate): string {
  return [envelopeText(envelope), ...signatures.flat()].join(' ');
}
