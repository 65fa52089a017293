import type { Verifier } from '@quorate/crypto';
import type { MultiSig, SignatureOrMultiSig, TransactionFacts } from '@quorate/protocol';
import { type SenderRules, SIGNATURE_RULES } from './signature-rules.ts';

/**
 * Says what is wrong with a sender's signature; undefined when nothing is (rules V3 and S1).
 *
 * @throws DecodeError for a multisig configuration that has no byte form.
 */
export function signatureFault(
  signature: SignatureOrMultiSig,
  facts: TransactionFacts,
  verifier: Verifier,
  rules: SenderRules = SIGNATURE_RULES.sender,
): string | undefined {
  const fault = signaturePartsFault(signature, facts, verifier, rules);
  if (fault !== undefined || signature.kind === 'Signature') return fault;
  return rules.isEnough(signature)
    ? undefined
    : `${signature.signatures.length} of the signers signed, the multisig quorum is ${signature.config.quorum}`;
}

/**
 * Says what is wrong with the sender's signatures that are present, whether or not they are enough
 * (rule P9); undefined when nothing is.
 *
 * @throws DecodeError for a multisig configuration that has no byte form.
 */
export function signaturePartsFault(
  signature: SignatureOrMultiSig,
  facts: TransactionFacts,
  verifier: Verifier,
  rules: SenderRules = SIGNATURE_RULES.sender,
): string | undefined {
  const { sender } = facts.transaction;
  switch (signature.kind) {
    case 'Signature':
      return rules.hasSigned(verifier, sender, facts, signature.signature)
        ? undefined
        : `the signature does not verify under the sender ${sender}`;
    case 'MultiSig':
      return (
        configFault(signature, facts, rules) ?? signersFault(signature, facts, verifier, rules)
      );
  }
}

function configFault(
  { config }: MultiSig,
  { transaction }: TransactionFacts,
  rules: SenderRules,
): string | undefined {
  const { size } = new Set(config.authorizedSigners);
  if (size !== config.authorizedSigners.length) return 'the signers are not distinct';
  if (config.quorum < 1n || config.quorum > BigInt(size)) {
    return `the multisig quorum is 1 to ${size}, got ${config.quorum}`;
  }
  return rules.isConfigOf(config, transaction.sender)
    ? undefined
    : 'the sender is not the address of the multisig configuration';
}

function signersFault(
  { config, signatures }: MultiSig,
  facts: TransactionFacts,
  verifier: Verifier,
  rules: SenderRules,
): string | undefined {
  let index = -1;
  for (const [signer, signature] of signatures) {
    index += 1;
    if (!rules.isAuthorised(config, signer)) return `${signer} is not an authorised signer`;
    if (rules.isRepeated(signatures, index)) return `${signer} signed twice`;
    if (!rules.hasSigned(verifier, signer, facts, signature)) {
      return `the signature of ${signer} does not verify`;
    }
  }
  return undefined;
}
