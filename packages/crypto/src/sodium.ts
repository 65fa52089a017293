import { createRequire } from 'node:module';
import { isAcceptableForm } from './acceptance.ts';
import { bytesEqual } from './bytes-equal.ts';
import { assertSeed, type Ed25519, PUBLIC_KEY_LENGTH, SIGNATURE_LENGTH } from './ed25519.ts';

/** The length of libsodium's secret key, in bytes: the seed, then the public key. */
const SECRET_KEY_LENGTH = 64;

/** The functions of sodium-native in use. The first two write to their first arguments. */
export interface SodiumNative {
  crypto_sign_seed_keypair(publicKey: Uint8Array, secretKey: Uint8Array, seed: Uint8Array): void;
  crypto_sign_detached(signature: Uint8Array, message: Uint8Array, secretKey: Uint8Array): void;
  crypto_sign_verify_detached(
    signature: Uint8Array,
    message: Uint8Array,
    publicKey: Uint8Array,
  ): boolean;
}

/**
 * Loads sodium-native, an optional dependency.
 *
 * @throws whatever Node.js or the module throws when it is missing or not built for this machine.
 */
export function requireSodiumNative(): SodiumNative {
  return createRequire(import.meta.url)('sodium-native') as SodiumNative;
}

/** Creates the native backend, on libsodium. */
export function createSodiumEd25519(native: SodiumNative): Ed25519 {
  const secretKeyOf = rememberSecretKeys(native);
  return {
    backend: 'sodium',
    publicKey(seed) {
      return secretKeyOf(seed).slice(seed.length);
    },
    sign(message, seed) {
      const signature = new Uint8Array(SIGNATURE_LENGTH);
      native.crypto_sign_detached(signature, unshared(message), secretKeyOf(seed));
      return signature;
    },
    verify(signature, message, publicKey) {
      return (
        isAcceptableForm(signature, publicKey) &&
        native.crypto_sign_verify_detached(
          unshared(signature),
          unshared(message),
          unshared(publicKey),
        )
      );
    },
  };
}

/** Copies bytes out of memory shared between threads, which sodium-native cannot read. */
function unshared(bytes: Uint8Array): Uint8Array {
  return bytes.buffer instanceof ArrayBuffer ? bytes : new Uint8Array(bytes);
}

/**
 * Expands seeds to secret keys and remembers them, because expanding costs as much as signing.
 *
 * A secret key starts with its seed, so a comparison shows whether the caller has overwritten the
 * array.
 */
function rememberSecretKeys(native: SodiumNative): (seed: Uint8Array) => Uint8Array {
  const remembered = new WeakMap<Uint8Array, Uint8Array>();
  return (seed) => {
    assertSeed(seed);
    const known = remembered.get(seed);
    if (known !== undefined && bytesEqual(known.subarray(0, seed.length), seed)) return known;
    const secretKey = new Uint8Array(SECRET_KEY_LENGTH);
    native.crypto_sign_seed_keypair(new Uint8Array(PUBLIC_KEY_LENGTH), secretKey, unshared(seed));
    remembered.set(seed, secretKey);
    return secretKey;
  };
}
