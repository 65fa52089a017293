import { type Result, rejected } from '../message.ts';
import { roleFault } from '../verification/roles.ts';
import { signatureFault } from '../verification/sender-signature.ts';
import type { Submission } from './rule-types.ts';

/**
 * V3: the sender's signature is valid, and no validator key is a sender, signer or verifier.
 *
 * A dry run comes without the sender's signature: the proxy has verified it, and keeps it back.
 */
export function checkSenderSignature(submission: Submission): Result | undefined {
  const { envelope, facts, env, state, isDryRun } = submission;
  const fault =
    roleFault(submission, state.committees) ??
    (isDryRun
      ? undefined
      : signatureFault(envelope.signature, facts, env.verifier, env.rules.signatures.sender));
  if (fault === undefined) return undefined;
  return rejected({ code: 'InvalidSignature', rule: 'V3', reason: fault });
}
