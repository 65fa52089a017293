import { type Address, hexToBytes, readHex, type Signature } from '@quorate/protocol';
import { isAcceptableKey } from './acceptance.ts';
import { type Ed25519, SIGNATURE_LENGTH } from './ed25519.ts';
import { RecentMap } from './recent-map.ts';

/** How many keys are kept as bytes, and how many verdicts on keys. */
const KEYS_MAX = 4_096;

const SIGNATURE_HEX = /^[0-9a-f]{128}$/;

/** Answers questions about signatures and keys under rule V3. */
export interface Verifier {
  /**
   * Tells whether the signature over exactly these bytes is valid under the key. Text that is not
   * a signature in its one form is not: a peer may have put anything there.
   */
  verify(address: Address, message: Uint8Array, signature: Signature): boolean;

  /** Tells whether an address is a key that can sign: canonical, on the curve, not of small order. */
  isAcceptableKey(address: Address): boolean;
}

/**
 * Creates a verifier that computes each signature as often as it is asked. What it says of a key it
 * remembers: to find the point of a key costs more than a signature, and the runs of a campaign have
 * the same keys.
 */
export function createVerifier(ed25519: Ed25519): Verifier {
  const keys = new RecentMap<Address, Uint8Array>(KEYS_MAX);
  const verdicts = new RecentMap<Address, boolean>(KEYS_MAX);
  // Written over each time: native code makes memory of its own for every array that it is shown.
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
