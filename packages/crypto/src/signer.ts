import { type Address, bytesToHex, type Signature } from '@quorate/protocol';
import type { Ed25519 } from './ed25519.ts';

/** Signs with one key, which it does not reveal. */
export interface Signer {
  readonly address: Address;
  sign(message: Uint8Array): Signature;
}

/**
 * Creates the signer of a seed. It copies the seed, and no field reveals it.
 *
 * @throws CryptoError `InvalidSeedLength`
 */
export function createSigner(ed25519: Ed25519, seed: Uint8Array): Signer {
  const ownSeed = new Uint8Array(seed);
  const address = bytesToHex(ed25519.publicKey(ownSeed)) as Address;
  return {
    address,
    sign: (message) => bytesToHex(ed25519.sign(message, ownSeed)) as Signature,
  };
}
