import type { Address } from '@quorate/protocol';
import { committeeOf } from '../committee.ts';
import type { Result } from '../message.ts';
import { signatureFault } from '../verification/sender-signature.ts';
import { rejected, type Submission } from './rule-types.ts';

/**
 * V3: the sender signed, and nobody in it plays a validator's role.
 *
 * Validators sign the same bytes as senders, so a validator key that could also send would let one
 * signature be read in two roles.
 */
export function checkSenderSignature(submission: Submission): Result | undefined {
  const { envelope, facts, env, state } = submission;
  const validatorKey = parties(submission).find(
    (address) => committeeOf(state.committees, address) !== undefined,
  );
  const fault =
    validatorKey === undefined
      ? signatureFault(envelope.signature, facts, env.verifier, env.rules.signatures.sender)
      : `${validatorKey} is a validator key and cannot be a sender, signer or verifier`;
  if (fault === undefined) return undefined;
  return rejected({ code: 'InvalidSignature', rule: 'V3', reason: fault });
}

function parties({ envelope, transaction }: Submission): readonly Address[] {
  const found = [transaction.sender];
  if (envelope.signature.kind === 'MultiSig') {
    found.push(...envelope.signature.config.authorizedSigners);
  }
  for (const operation of transaction.operations) {
    if (operation.kind === 'ExternalClaim') found.push(...operation.claim.verifierCommittee);
  }
  return found;
}
