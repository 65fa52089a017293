import type { Address, Signature } from '@quorate/protocol';
import { endsWithTag, formatTag, messageTag } from './message-tag.ts';
import type { Signer } from './signer.ts';
import type { Verifier } from './verifier.ts';

/** Spells "stub" again and again, so that such a signature is known by its looks. */
const PREFIX = '73747562'.repeat(14);

/** With the prefix as many digits as a signature of Ed25519. */
const TAG_DIGITS = 16;

/** Gives the signer of a key something else to sign with: a tag that binds key and message. */
export function stubSigner({ address }: Signer): Signer {
  return { address, sign: (message) => stubSignature(address, message) };
}

/**
 * Creates a verifier of such tags: one of another key or another message is refused, and so is every
 * signature of Ed25519. Keys are judged as ever.
 *
 * It stands in for a verifier where nobody computes tags but to sign: it proves nothing.
 */
export function stubVerifier({ isAcceptableKey }: Pick<Verifier, 'isAcceptableKey'>): Verifier {
  return {
    isAcceptableKey,
    verify: (address, message, signature) =>
      signature.length === PREFIX.length + TAG_DIGITS &&
      // Compiled into its callers, `startsWith` compares digit by digit.
      signature.slice(0, PREFIX.length) === PREFIX &&
      endsWithTag(signature, messageTag(address, message)),
  };
}

function stubSignature(address: Address, message: Uint8Array): Signature {
  return (PREFIX + formatTag(messageTag(address, message))) as Signature;
}
