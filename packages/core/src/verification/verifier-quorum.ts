import type { Verifier } from '@quorate/crypto';
import type { ExternalClaim, TransactionFacts } from '@quorate/protocol';
import { verifies } from './verifies.ts';

/**
 * Says what is wrong with the verifier quorum of a claim, or nothing (rules V6 and S1).
 *
 * A quorum of 0 of 0 is allowed.
 */
export function verifierFault(
  operation: ExternalClaim,
  context: { readonly facts: TransactionFacts; readonly verifier: Verifier },
): string | undefined {
  const { claim, signatures } = operation;
  const fault = verifierPartsFault(operation, context);
  if (fault !== undefined) return fault;
  return BigInt(signatures.length) < claim.verifierQuorum
    ? `${signatures.length} verifiers signed, the quorum is ${claim.verifierQuorum}`
    : undefined;
}

/** Says what is wrong with the verifier signatures that are there, be they enough or not (P9). */
export function verifierPartsFault(
  { claim, signatures }: ExternalClaim,
  { facts, verifier }: { readonly facts: TransactionFacts; readonly verifier: Verifier },
): string | undefined {
  const committee = new Set(claim.verifierCommittee);
  if (committee.size !== claim.verifierCommittee.length) return 'the verifiers are not distinct';
  if (claim.verifierQuorum > BigInt(committee.size)) {
    return `the verifier quorum ${claim.verifierQuorum} is above the committee size ${committee.size}`;
  }
  const signers = new Set<string>();
  for (const { verifierAddr, sig } of signatures) {
    if (!committee.has(verifierAddr)) return `${verifierAddr} is not in the verifier committee`;
    if (signers.has(verifierAddr)) return `the verifier ${verifierAddr} signed twice`;
    if (!verifies(verifier, verifierAddr, facts.signingBytes, sig)) {
      return `the signature of the verifier ${verifierAddr} does not verify`;
    }
    signers.add(verifierAddr);
  }
  return undefined;
}

/** Says what is wrong with the verifier quorums of a transaction's claims, or nothing (rule S1). */
export function claimsFault(facts: TransactionFacts, verifier: Verifier): string | undefined {
  for (const operation of facts.transaction.operations) {
    if (operation.kind !== 'ExternalClaim') continue;
    const fault = verifierFault(operation, { facts, verifier });
    if (fault !== undefined) return fault;
  }
  return undefined;
}
