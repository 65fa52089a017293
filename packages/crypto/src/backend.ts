import { hexToBytes } from '@quorate/protocol';
import { CryptoError } from './crypto-error.ts';
import type { Ed25519, Ed25519Backend } from './ed25519.ts';
import { createNobleEd25519 } from './noble.ts';
import { createSodiumEd25519, requireSodiumNative, type SodiumNative } from './sodium.ts';

/**
 * A signature that only the cofactored equation accepts: R has a component of order 8.
 *
 * Releases of libsodium differ in the equation they check, and the installed one would decide what
 * is valid. So it is tested before it is used.
 */
const COFACTOR_PROBE = {
  publicKey: hexToBytes('b862409fb5c4c4123df2abf7462b88f041ad36dd6864ce872fd5472be363c5b1'),
  message: new TextEncoder().encode('cofactor probe'),
  signature: hexToBytes(
    'c891dd2fc0ca87a7460193895e046a914c11b66fdffa8e6b7c3ba83138499c70' +
      '68b4edc22b8d180a213869de02c20bcc1db7d1e7d8f2bc3dd9c099e6d95c2205',
  ),
};

/**
 * Chooses an Ed25519 implementation: the preferred one; otherwise the native one if it loads and
 * follows rule V3; otherwise the portable one. All give the same answers; only their speed differs.
 *
 * @param loadNative replaces the way sodium-native is loaded.
 *
 * @throws CryptoError `BackendUnavailable` when 'sodium' is requested but unusable.
 */
export function loadEd25519(
  preference?: Ed25519Backend,
  loadNative: () => SodiumNative = requireSodiumNative,
): Ed25519 {
  switch (preference) {
    case 'noble':
      return createNobleEd25519();
    case 'sodium':
      return openSodium(loadNative);
    case undefined:
      return openSodiumOrNoble(loadNative);
  }
}

function openSodiumOrNoble(loadNative: () => SodiumNative): Ed25519 {
  try {
    return openSodium(loadNative);
  } catch (error) {
    if (error instanceof CryptoError && error.code === 'BackendUnavailable') {
      return createNobleEd25519();
    }
    throw error;
  }
}

function openSodium(loadNative: () => SodiumNative): Ed25519 {
  const ed25519 = createSodiumEd25519(loadOrRefuse(loadNative));
  const { signature, message, publicKey } = COFACTOR_PROBE;
  if (!ed25519.verify(signature, message, publicKey)) return ed25519;
  throw new CryptoError(
    'BackendUnavailable',
    'this release of sodium-native verifies with the cofactor, which rule V3 excludes',
  );
}

function loadOrRefuse(loadNative: () => SodiumNative): SodiumNative {
  try {
    return loadNative();
  } catch (cause) {
    throw new CryptoError('BackendUnavailable', 'sodium-native cannot be loaded', { cause });
  }
}
