import type { Verifier } from '@quorate/crypto';
import type { Address, Signature } from '@quorate/protocol';

const SIGNATURE_HEX = /^[0-9a-f]{128}$/;

/**
 * Tells whether a signature verifies under an address.
 *
 * Text that is not a signature in its one form does not: a peer may have put anything there.
 */
export function verifies(
  verifier: Verifier,
  signer: Address,
  message: Uint8Array,
  signature: Signature,
): boolean {
  return SIGNATURE_HEX.test(signature) && verifier.verify(signer, message, signature);
}
