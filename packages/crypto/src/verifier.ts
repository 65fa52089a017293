import { type Address, hexToBytes, type Signature } from '@quorate/protocol';
import { isAcceptableKey } from './acceptance.ts';
import type { Ed25519 } from './ed25519.ts';

/** Answers questions about signatures and keys under rule V3. */
export interface Verifier {
  /** Tells whether the signature over exactly these bytes is valid under the key. */
  verify(address: Address, message: Uint8Array, signature: Signature): boolean;

  /** Tells whether an address is a key that can sign: canonical, on the curve, not of small order. */
  isAcceptableKey(address: Address): boolean;
}

/** Creates a verifier that does the arithmetic each time it is asked. */
export function createVerifier(ed25519: Ed25519): Verifier {
  return {
    verify: (address, message, signature) =>
      ed25519.verify(hexToBytes(signature), message, hexToBytes(address)),
    isAcceptableKey: (address) => isAcceptableKey(hexToBytes(address)),
  };
}
