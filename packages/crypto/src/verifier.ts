import { type Address, hexToBytes, readHex, type Signature } from '@quorate/protocol';
import { isAcceptableKey } from './acceptance.ts';
import { type Ed25519, SIGNATURE_LENGTH } from './ed25519.ts';
import { RecentMap } from './recent-map.ts';

/** The most keys kept as bytes, and the most verdicts on keys. */
const KEYS_MAX = 4_096;

const SIGNATURE_HEX = /^[0-9a-f]{128}$/;

/** Answers questions about signatures and keys under rule V3. */
export interface Verifier {
  /**
   * Tells whether the signature on exactly these bytes is valid under the key. Any text that is not
   * a signature in its one form is invalid: a peer may have sent anything.
   */
  verify(address: Address, message: Uint8Array, signature: Signature): boolean;

  /**
   * Tells whether an address is a key that can sign: canonical, on the curve, not of small order.
   */
  isAcceptableKey(address: Address): boolean;
}

/**
 * Creates a verifier that computes every signature anew. It remembers only its verdicts on keys:
 * finding the point of a key costs more than a signature, and the runs of a campaign have the same
 * keys.
 */
export function createVerifier(ed25519: Ed25519): Verifier {
  const keys = new RecentMap<Address, Uint8Array>(KEYS_MAX);
  const verdicts = new RecentMap<Address, boolean>(KEYS_MAX);
  // Reused, because native code allocates memory for every new array that it is given.
  const bytes = new Uint8Array(new ArrayBuffer(SIGNATURE_LENGTH));

  function bytesOf(address: Address): Uint8Array {
    const known = keys.get(address);
    if (known !== undefined) return known;
    const key = hexToBytes(address);
    keys.set(address, key);
    return key;
  }

  return {
    verify(address, message, signature) {
      if (!SIGNATURE_HEX.test(signature)) return false;
      readHex(signature, bytes);
      return ed25519.verify(bytes, message, bytesOf(address));
    },
    isAcceptableKey(address) {
      const known = verdicts.get(address);
      if (known !== undefined) return known;
      const isAcceptable = isAcceptableKey(hexToBytes(address));
      verdicts.set(address, isAcceptable);
      return isAcceptable;
    },
  };
}
