import {
  bytesToHex,
  encodeSignature,
  factsOf,
  type TransactionCertificate,
  type TransactionEnvelope,
} from '@quorate/protocol';

/** A node hands the very object it holds to its disk, and gets it back. */
const texts = new WeakMap<TransactionEnvelope, string>();

/**
 * Writes an envelope as text, with every signature: equal text for equal envelopes, even for
 * copies.
 */
export function envelopeText(envelope: TransactionEnvelope): string {
  const known = texts.get(envelope);
  if (known !== undefined) return known;
  const { submittedBytes } = factsOf(envelope.transaction);
  const text = [submittedBytes, encodeSignature(envelope.signature)].map(bytesToHex).join(' ');
  texts.set(envelope, text);
  return text;
}

/**
 * Tells whether a stored certificate is complete and unchanged: two of one transaction may have
 * different signatures.
 */
export function isSameCertificate(
  held: TransactionCertificate | undefined,
  came: TransactionCertificate,
): boolean {
  // Data from another thread is a copy.
  if (held === came) return true;
  return held !== undefined && certificateText(held) === certificateText(came);
}

function certificateText({ envelope, signatures }: TransactionCertificate): string {
  return [envelopeText(envelope), ...signatures.flat()].join(' ');
}
