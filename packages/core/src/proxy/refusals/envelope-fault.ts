import type { Verifier } from '@quorate/crypto';
import type { Rejection } from '@quorate/protocol';
import { type CountingEnv, isForNetwork } from '../../genesis.ts';
import type { OpenedEnvelope } from '../../open-envelope.ts';
import { signatureFault } from '../../verification/sender-signature.ts';
import { claimsFault } from '../../verification/verifier-quorum.ts';

/**
 * Tells whether an envelope shown by a validator is really its sender's and for this network (V2,
 * V3).
 */
export function isGenuine(opened: OpenedEnvelope, { network, verifier }: CountingEnv): boolean {
  return (
    isForNetwork(opened.facts.transaction, network) && envelopeFault(opened, verifier) === undefined
  );
}

/** Says why no validator would accept the signatures in an envelope; undefined when one would. */
export function envelopeFault(
  { envelope, facts }: OpenedEnvelope,
  verifier: Verifier,
): Rejection | undefined {
  const signature = signatureFault(envelope.signature, facts, verifier);
  if (signature !== undefined) return { code: 'InvalidSignature', rule: 'V3', reason: signature };
  const claims = claimsFault(facts, verifier);
  if (claims !== undefined) return { code: 'NonSubmittableOperation', rule: 'V6', reason: claims };
  return undefined;
}
