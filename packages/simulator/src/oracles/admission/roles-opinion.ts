import type { ValidatorState } from '@quorate/core';
import type { Address, SignatureOrMultiSig, TransactionFacts } from '@quorate/protocol';

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
