import type { Signature, SignatureOrMultiSig, TransactionEnvelope } from '@quorate/protocol';

/** Has the form of a signature, and is valid for nothing. */
const BLANK: SignatureOrMultiSig = {
  kind: 'Signature',
  signature: '00'.repeat(64) as Signature,
};

/**
 * Gives an envelope without the sender's signature, for validators that are only asked whether they
 * would sign (rule P5).
 *
 * What they refuse then has been shown to nobody under its sender's signature. With that, a liar
 * could show it in a snapshot once the sender has signed another transaction at the nonce, and the
 * account would be contested for ever (rule C6).
 */
export function withoutSignature({
  transaction,
  signature,
}: TransactionEnvelope): TransactionEnvelope {
  // Who may sign for the account is checked, too (rules V1, V3).
  const blank = signature.kind === 'MultiSig' ? { ...signature, signatures: [] } : BLANK;
  return { transaction, signature: blank };
}
