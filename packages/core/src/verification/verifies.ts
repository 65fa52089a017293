import type { Verifier } from '@quorate/crypto';
import type { Address, Signature } from '@quorate/protocol';

const SIGNATURE_DIGITS = 128;

/**
 * Tells whether a signature verifies under an address.
 *
 * A peer may have sent any value in place of a signature, so type and length are checked first. The
 * verifier checks the digits.
 */
export function verifies(
  verifier: Verifier,
  signer: Address,
  message: Uint8Array,
  signature: Signature,
): boolean {
  return (
    typeof signature === 'string' &&
    signature.length === SIGNATURE_DIGITS &&
    verifier.verify(signer, message, signature)
  );
}
