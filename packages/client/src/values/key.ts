import { createNobleEd25519, createSigner, type Signer } from '@quorate/crypto/portable';
import { DecodeError, hexToBytes } from '@quorate/protocol';

const SEED_LENGTH = 32;

/**
 * Draws a secret key from the host's random source, in Node.js and in browsers. Shape: 32 bytes.
 */
export function generateSecretKey(): Uint8Array {
  return globalThis.crypto.getRandomValues(new Uint8Array(32));
}

const SECRET_KEY = /^(?:0x)?[0-9a-f]{64}$/i;

/**
 * Creates the signer of a secret key: 32 bytes, or 64 hex digits with or without `0x`.
 *
 * @throws DecodeError for anything else; the error does not repeat the value
 */
export function signerOf(secretKey: Uint8Array | string): Signer {
  const isKey =
    typeof secretKey === 'string'
      ? SECRET_KEY.test(secretKey)
      : ArrayBuffer.isView(secretKey) && secretKey.length === SEED_LENGTH;
  if (!isKey) throw new DecodeError('OutOfRange', 'secretKey', '32 bytes, or 64 hex digits');
  const seed =
    typeof secretKey === 'string' ? hexToBytes(secretKey.replace(/^0x/i, '')) : secretKey;
  return createSigner(createNobleEd25519(), seed);
}
