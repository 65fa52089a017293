import type { Address } from '@quorate/protocol';
import { type Committee, committeeOf } from '../committee.ts';
import type { OpenedEnvelope } from '../open-envelope.ts';

/**
 * Names a validator key that is a sender, signer or verifier in an envelope; undefined when there
 * is none (rule V3).
 *
 * Validators sign the same bytes as senders. If a validator key could also send, one signature
 * could be read in two roles.
 */
export function roleFault(
  opened: OpenedEnvelope,
  committees: readonly Committee[],
): string | undefined {
  const key = partiesOf(opened).find((address) => committeeOf(committees, address) !== undefined);
  return key === undefined
    ? undefined
    : `${key} is a validator key and cannot be a sender, signer or verifier`;
}

function partiesOf({ envelope: { signature }, facts: { transaction } }: OpenedEnvelope): Address[] {
  const found = [transaction.sender];
  if (signature.kind === 'MultiSig') found.push(...signature.config.authorizedSigners);
  for (const operation of transaction.operations) {
    if (operation.kind === 'ExternalClaim') found.push(...operation.claim.verifierCommittee);
  }
  return found;
}
