import type { Signer, Verifier } from '@quorate/crypto';
import {
  type Address,
  readinessSigningBytes,
  type SeatReadiness,
  type SignedReadiness,
} from '@quorate/protocol';
import { verifies } from '../verification/verifies.ts';

/** The fault of a new member that lacks some of what has settled. */
export const NOT_CAUGHT_UP = 'is not caught up';

/** Answers a challenge with the key that is to have a seat (rule C3). */
export function signReadiness(readiness: SeatReadiness, signer: Signer): SignedReadiness {
  return { readiness, signature: signer.sign(readinessSigningBytes(readiness)) };
}

/**
 * Says which new members are not ready, and why. The result is empty when votes may be requested:
 * every new member has answered the challenge under its key, knows the current epoch and reports
 * itself caught up (rule C3).
 */
export function readinessFaults(
  members: readonly Address[],
  answers: readonly SignedReadiness[],
  asked: Pick<SeatReadiness, 'networkId' | 'epoch' | 'challenge'>,
  verifier: Verifier,
): ReadonlyMap<Address, string> {
  return new Map(
    members.flatMap((member) => {
      // A candidate could answer in another's name, so bad answers do not outweigh a good one.
      const faults = answers
        .filter(({ readiness }) => readiness.validator === member)
        .map((answer) => faultOf(answer, asked, verifier));
      if (faults.includes(undefined)) return [];
      return [[member, faults[0] ?? 'has not answered'] as const];
    }),
  );
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
  if (!isCaughtUp) return NOT_CAUGHT_UP;
  return verifies(verifier, validator, readinessSigningBytes(readiness), signature)
    ? undefined
    : 'has not signed its answer';
}
