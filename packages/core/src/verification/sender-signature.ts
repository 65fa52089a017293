import type { Verifier } from '@quorate/crypto';
import {
  type Address,
  type MultiSig,
  multiSigAddress,
  type Signature,
  type SignatureOrMultiSig,
  type TransactionFacts,
} from '@quorate/protocol';
import { verifies } from './verifies.ts';

/**
 * Says what is wrong with a sender's signature, or nothing (rules V3 and S1).
 *
 * @throws DecodeError for a multisig configuration that no bytes stand for.
 */
export function signatureFault(
  signature: SignatureOrMultiSig,
  facts: TransactionFacts,
  verifier: Verifier,
): string | undefined {
  const fault = signaturePartsFault(signature, facts, verifier);
  if (fault !== undefined || signature.kind === 'Signature') return fault;
  const { length } = signature.signatures;
  return BigInt(length) < signature.config.quorum
    ? `${length} signers signed, the multisig quorum is ${signature.config.quorum}`
    : undefined;
}

/**
 * Says what is wrong with the signatures of a sender that are there, be they enough or not (P9).
 *
 * @throws DecodeError for a multisig configuration that no bytes stand for.
 */
export function signaturePartsFault(
  signature: SignatureOrMultiSig,
  facts: TransactionFacts,
  verifier: Verifier,
): string | undefined {
  const { sender } = facts.transaction;
  switch (signature.kind) {
    case 'Signature':
      return signs(sender, signature.signature, facts, verifier)
        ? undefined
        : `the signature does not verify under the sender ${sender}`;
    case 'MultiSig':
      return multiSigFault(signature, facts, verifier);
  }
}

function multiSigFault(
  { config, signatures }: MultiSig,
  facts: TransactionFacts,
  verifier: Verifier,
): string | undefined {
  const authorised = new Set(config.authorizedSigners);
  if (authorised.size !== config.authorizedSigners.length) return 'the signers are not distinct';
  if (config.quorum < 1n || config.quorum > BigInt(authorised.size)) {
    return `the multisig quorum is 1 to ${authorised.size}, got ${config.quorum}`;
  }
  if (multiSigAddress(config) !== facts.transaction.sender) {
    return 'the sender is not the address of the multisig configuration';
  }
  const signed = new Set<Address>();
  for (const [signer, signature] of signatures) {
    if (!authorised.has(signer)) return `${signer} is not an authorised signer`;
    if (signed.has(signer)) return `${signer} signed twice`;
    if (!signs(signer, signature, facts, verifier)) {
      return `the signature of ${signer} does not verify`;
    }
    signed.add(signer);
  }
  return undefined;
}

// Some published builders sign the form as submitted; both forms name the same id (rule V10).
function signs(
  signer: Address,
  signature: Signature,
  facts: TransactionFacts,
  verifier: Verifier,
): boolean {
  if (verifies(verifier, signer, facts.signingBytes, signature)) return true;
  return (
    facts.submittedBytes !== facts.signingBytes &&
    verifies(verifier, signer, facts.submittedBytes, signature)
  );
}
