import { CryptoError } from './crypto-error.ts';

/** The length of a seed, in bytes: the secret key of RFC 8032, section 5.1.5. */
const SEED_LENGTH = 32;

/** The length of a public key, in bytes: a compressed point (RFC 8032, section 5.1.2). */
export const PUBLIC_KEY_LENGTH = 32;

/** The length of a signature, in bytes: the point R, then the scalar S, little-endian. */
export const SIGNATURE_LENGTH = 64;

/** An implementation: libsodium as a native module, or pure JavaScript. */
export type Ed25519Backend = 'sodium' | 'noble';

/**
 * Signs and verifies bytes with Ed25519.
 *
 * All backends give the same answer to every input (rule V3). If one validator accepted what
 * another refused, a quorum could be split.
 */
export interface Ed25519 {
  readonly backend: Ed25519Backend;

  /**
   * Derives the public key of a seed.
   *
   * @throws CryptoError `InvalidSeedLength`
   */
  publicKey(seed: Uint8Array): Uint8Array;

  /**
   * Signs a message, deterministically (RFC 8032, section 5.1.6).
   *
   * @throws CryptoError `InvalidSeedLength`
   */
  sign(message: Uint8Array, seed: Uint8Array): Uint8Array;

  /** Tells whether rule V3 accepts a signature; malformed bytes of any length are refused. */
  verify(signature: Uint8Array, message: Uint8Array, publicKey: Uint8Array): boolean;
}

/**
 * Checks that a seed has 32 bytes.
 *
 * @throws CryptoError `InvalidSeedLength`
 */
export function assertSeed(seed: Uint8Array): void {
  if (seed.length === SEED_LENGTH) return;
  throw new CryptoError('InvalidSeedLength', `a seed has ${SEED_LENGTH} bytes, got ${seed.length}`);
}
