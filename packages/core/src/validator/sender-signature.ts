import type { Result } from '../message.ts';
import { roleFault } from '../verification/roles.ts';
import { signatureFault } from '../verification/sender-signature.ts';
import { rejected, type Submission } from './rule-types.ts';

/** V3: the sender's signature is valid, and no validator key is a sender, signer or verifier. */
export function checkSenderSignature(submission: Submission): Result | undefined {
  const { envelope, facts, env, state } = submission;
  const fault =
    roleFault(submission, state.committees) ??
    signatureFault(envelope.signature, facts, env.verifier, env.rules.signatures.sender);
  if (fault === undefined) return undefined;
  return rejected({ code: 'InvalidSignature', rule: 'V3', reason: fault });
}
