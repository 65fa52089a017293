import type { Address, Signature } from '@quorate/protocol';
import { verifies } from '../verification/verifies.ts';
import type { ValidatorEnv } from './rule-types.ts';
import type { ValidatorState } from './state.ts';

/**
 * Gives the validator key that made a signature which this validator holds.
 *
 * The key of the seat may have been destroyed (rule C9). The signer of this step then has another
 * key, and after a restart the signature itself is the only evidence of which key made it.
 */
export function signedAs(
  { handover, committees }: Pick<ValidatorState, 'handover' | 'committees'>,
  { signer, verifier }: Pick<ValidatorEnv, 'signer' | 'verifier'>,
  signingBytes: Uint8Array,
  own: Signature | undefined,
): Address {
  if (handover.seat !== undefined) return handover.seat;
  if (own === undefined) return signer.address;
  const seat = committees[handover.served]?.members.find(({ validator: { address } }) =>
    verifies(verifier, address, signingBytes, own),
  );
  return seat?.validator.address ?? signer.address;
}
