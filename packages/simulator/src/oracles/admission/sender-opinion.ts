import type { ValidatorState } from '@quorate/core';
import {
  type Address,
  multiSigAddress,
  type SignatureOrMultiSig,
  type TransactionFacts,
} from '@quorate/protocol';
import type { OracleContext } from '../oracle.ts';

type Verifier = OracleContext['verifier'];

/** Says whether a transaction bears the signatures that it needs, and none that is wrong (rule V3). */
export function isSignedBySender(
  signature: SignatureOrMultiSig,
  facts: TransactionFacts,
  verifier: Verifier,
): boolean {
  const { sender } = facts.transaction;
  // A sender may have signed a claim with its verifiers' signatures in place (rule V10).
  const hasSigned = (key: Address, given: Parameters<Verifier['verify']>[2]) =>
    verifier.verify(key, facts.signingBytes, given) ||
    verifier.verify(key, facts.submittedBytes, given);
  if (signature.kind === 'Signature') return hasSigned(sender, signature.signature);
  const { config, signatures } = signature;
  const authorised = new Set(config.authorizedSigners);
  const signers = new Set(signatures.map(([signer]) => signer));
  return (
    authorised.size === config.authorizedSigners.length &&
    config.quorum >= 1n &&
    config.quorum <= BigInt(authorised.size) &&
    multiSigAddress(config) === sender &&
    signers.size === signatures.length &&
    BigInt(signers.size) >= config.quorum &&
    signatures.every(([signer, given]) => authorised.has(signer) && hasSigned(signer, given))
  );
}

/** Says whether no validator's key is a sender, signer or verifier (rule V3). */
export function areRolesApart(
  signature: SignatureOrMultiSig,
  { transaction }: TransactionFacts,
  committees: ValidatorState['committees'],
): boolean {
  const keys = new Set<Address>([transaction.sender]);
  if (signature.kind === 'MultiSig') {
    for (const signer of signature.config.authorizedSigners) keys.add(signer);
  }
  for (const operation of transaction.operations) {
    if (operation.kind !== 'ExternalClaim') continue;
    for (const verifier of operation.claim.verifierCommittee) keys.add(verifier);
  }
  return committees.every(({ members }) =>
    members.every(({ validator }) => !keys.has(validator.address)),
  );
}
