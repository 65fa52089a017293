import type { Address, Signature } from '@quorate/protocol';
import { verifies } from '../verification/verifies.ts';
import type { ValidatorEnv } from './rule-types.ts';
import type { ValidatorState } from './state.ts';

/**
 * Gives the key under which a validator gave a signature that it holds.
 *
 * The key of the seat may be destroyed by now (rule C9): the signer of a step is another then, and after a
 * restart only what the key has signed says which it was.
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
