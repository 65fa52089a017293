import type { Signer, Verifier } from '@quorate/crypto';
import {
  type Address,
  readinessSigningBytes,
  type SeatReadiness,
  type SignedReadiness,
} from '@quorate/protocol';
import { verifies } from '../verification/verifies.ts';

/** Answers a challenge under the key that is to have a seat (rule C3). */
export function signReadiness(readiness: SeatReadiness, signer: Signer): SignedReadiness {
  return { readiness, signature: signer.sign(readinessSigningBytes(readiness)) };
}

/**
 * Says why votes are not asked for yet, or nothing: every new member has answered the challenge under
 * its key, knows the running epoch and reports itself caught up (rule C3).
 */
export function readinessFault(
  members: readonly Address[],
  answers: readonly SignedReadiness[],
  asked: Pick<SeatReadiness, 'networkId' | 'epoch' | 'challenge'>,
  verifier: Verifier,
): string | undefined {
  for (const member of members) {
    const answer = answers.find(({ readiness }) => readiness.validator === member);
    const fault = answer === undefined ? 'has not answered' : faultOf(answer, asked, verifier);
    if (fault !== undefined) return `${member} ${fault}`;
  }
  return undefined;
}

function faultOf(
  { readiness, signature }: SignedReadiness,
  { networkId, epoch, challenge }: Pick<SeatReadiness, 'networkId' | 'epoch' | 'challenge'>,
  verifier: Verifier,
): string | undefined {
  const { validator, isCaughtUp } = readiness;
  if (readiness.challenge !== challenge) return 'has answered another challenge';
  if (readiness.networkId !== networkId) return `is of the network ${readiness.networkId}`;
  if (readiness.epoch !== epoch) return `knows epoch ${readiness.epoch}, running is ${epoch}`;
  if (!isCaughtUp) return 'is not caught up';
  return verifies(verifier, validator, readinessSigningBytes(readiness), signature)
    ? undefined
    : 'has not signed its answer';
}
