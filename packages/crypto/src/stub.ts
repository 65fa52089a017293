import type { Address, Signature } from '@quorate/protocol';
import { endsWithTag, formatTag, messageTag } from './message-tag.ts';
import type { Signer } from './signer.ts';
import type { Verifier } from './verifier.ts';

/** "stub" in ASCII, repeated, so that such a signature is easy to recognise. */
const PREFIX = '73747562'.repeat(14);

/** Together with the prefix this is the length of an Ed25519 signature. */
const TAG_DIGITS = 16;

/** Replaces the signatures of a signer by tags that bind key and message. */
export function stubSigner({ address }: Signer): Signer {
  return { address, sign: (message) => stubSignature(address, message) };
}

/**
 * Creates a verifier of such tags. It refuses a tag for another key or message, and every signature
 * of Ed25519. Keys are judged as usual.
 *
 * Anybody can compute a tag, so it proves nothing. It is only for runs in which no node forges
 * tags.
 */
export function stubVerifier({ isAcceptableKey }: Pick<Verifier, 'isAcceptableKey'>): Verifier {
  return {
    isAcceptableKey,
    verify: (address, message, signature) =>
      signature.length === PREFIX.length + TAG_DIGITS &&
      // When compiled into its callers, `startsWith` compares character by character.
      signature.slice(0, PREFIX.length) === PREFIX &&
      endsWithTag(signature, messageTag(address, message)),
  };
}

function stubSignature(address: Address, message: Uint8Array): Signature {
  return (PREFIX + formatTag(messageTag(address, message))) as Signature;
}
