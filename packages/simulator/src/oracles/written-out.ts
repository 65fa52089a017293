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

/** Tells whether what is kept of a certificate is all that came: two of one transaction may have other signatures. */
export function isSameCertificate(
  held: TransactionCertificate | undefined,
  came: TransactionCertificate,
): boolean {
  // What comes from another thread is a copy.
  if (held === came) return true;
  return held !== undefined && certificateText(held) === certificateText(came);
}

function certificateText({ envelope, signatures }: TransactionCertificate): string {
  return [envelopeText(envelope), ...signatures.flat()].join(' ');
}
