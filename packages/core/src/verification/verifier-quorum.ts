import type { Verifier } from '@quorate/crypto';
import { counted, type ExternalClaim, type TransactionFacts } from '@quorate/protocol';
import { type ClaimRules, SIGNATURE_RULES } from './signature-rules.ts';

/** The reason given for refusing a second claim in one transaction (rule V6). */
export const SECOND_CLAIM = 'a transaction has at most one ExternalClaim';

/** What the verifier signatures of a claim are checked against. */
interface ClaimContext {
  readonly facts: TransactionFacts;
  readonly verifier: Verifier;
}

/**
 * Says what is wrong with the verifier quorum of a claim; undefined when nothing is (rules V6, S1).
 *
 * A quorum of 0 of 0 is allowed.
 */
export function verifierFault(
  operation: ExternalClaim,
  context: ClaimContext,
  rules: ClaimRules = SIGNATURE_RULES.claim,
): string | undefined {
  const { claim, signatures } = operation;
  const fault = verifierPartsFault(operation, context, rules);
  if (fault !== undefined) return fault;
  return rules.isEnough(operation)
    ? undefined
    : `${counted(signatures.length, 'verifier')} signed, the quorum is ${claim.verifierQuorum}`;
}

/**
 * Says what is wrong with the verifier signatures that are present, whether or not they are enough
 * (rule P9); undefined when nothing is.
 */
export function verifierPartsFault(
  { claim, signatures }: ExternalClaim,
  { facts, verifier }: ClaimContext,
  rules: ClaimRules = SIGNATURE_RULES.claim,
): string | undefined {
  const { size } = new Set(claim.verifierCommittee);
  if (size !== claim.verifierCommittee.length) return 'the verifiers are not distinct';
  if (claim.verifierQuorum > BigInt(size)) {
    return `the verifier quorum ${claim.verifierQuorum} is above the committee size ${size}`;
  }
  let index = -1;
  for (const { verifierAddr, sig } of signatures) {
    index += 1;
    if (!rules.isMember(claim, verifierAddr))
      return `${verifierAddr} is not in the verifier committee`;
    if (rules.isRepeated(signatures, index)) return `the verifier ${verifierAddr} signed twice`;
    if (!rules.hasSigned(verifier, verifierAddr, facts, sig)) {
      return `the signature of the verifier ${verifierAddr} does not verify`;
    }
  }
  return undefined;
}

/**
 * Says what is wrong with the verifier quorums of a transaction; undefined when nothing is (rule
 * S1).
 */
export function claimsFault(
  facts: TransactionFacts,
  verifier: Verifier,
  rules: ClaimRules = SIGNATURE_RULES.claim,
): string | undefined {
  for (const operation of facts.transaction.operations) {
    if (operation.kind !== 'ExternalClaim') continue;
    const fault = verifierFault(operation, { facts, verifier }, rules);
    if (fault !== undefined) return fault;
  }
  return undefined;
}
