import type { Signature } from '@quorate/protocol';
import { createByteSlabs, isKept, type KeptBytes } from './byte-slab.ts';
import { formatTag, messageTag } from './message-tag.ts';
import { RecentMap } from './recent-map.ts';
import type { Signer } from './signer.ts';

interface Made {
  readonly message: KeptBytes;
  readonly signature: Signature;
}

/**
 * Wraps signers so that each message is signed once: Ed25519 is deterministic (RFC 8032).
 *
 * Messages are compared in full, so a collision of tags only costs one more signature.
 *
 * @throws CryptoError `InvalidCapacity`
 */
export function signatureMemory(capacity: number): (signer: Signer) => Signer {
  const made = new RecentMap<string, Made>(capacity);
  const keep = createByteSlabs();
  return ({ address, sign }) => ({
    address,
    sign(message) {
      const key = address + formatTag(messageTag(address, message));
      const known = made.get(key);
      if (known !== undefined && isKept(known.message, message)) return known.signature;
      const signature = sign(message);
      made.set(key, { message: keep(message), signature });
      return signature;
    },
  });
}
