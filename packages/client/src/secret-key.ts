/** Draws a secret key from the host's randomness, in Node and in browsers. Shape: 32 bytes. */
export function generateSecretKey(): Uint8Array {
  return globalThis.crypto.getRandomValues(new Uint8Array(32));
}
