import { createNobleEd25519, createSigner, type Signer } from '@quorate/crypto/portable';
import { hexToBytes } from '@quorate/protocol';

/** Draws a secret key from the host's randomness, in Node and in browsers. Shape: 32 bytes. */
export function generateSecretKey(): Uint8Array {
  return globalThis.crypto.getRandomValues(new Uint8Array(32));
}

/**
 * Creates what signs under a secret key: 32 bytes, or 64 hex digits with or without `0x`.
 *
 * @throws DecodeError, CryptoError for anything else
 */
export function signerOf(secretKey: Uint8Array | string): Signer {
  const seed = typeof secretKey === 'string' ? hexToBytes(secretKey.replace(/^0x/, '')) : secretKey;
  return createSigner(createNobleEd25519(), seed);
}
