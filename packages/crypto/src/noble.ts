import { getPublicKey, hashes, Point, sign } from '@noble/ed25519';
import { sha512 } from '@noble/hashes/sha2.js';
import { decodePoint, isAcceptableForm } from './acceptance.ts';
import { bytesEqual } from './bytes-equal.ts';
import { assertSeed, type Ed25519, PUBLIC_KEY_LENGTH } from './ed25519.ts';

/** Creates the portable backend: pure JavaScript, about thirty times slower than the native one. */
export function createNobleEd25519(): Ed25519 {
  hashes.sha512 = sha512;
  return {
    backend: 'noble',
    publicKey(seed) {
      assertSeed(seed);
      return getPublicKey(seed);
    },
    sign(message, seed) {
      assertSeed(seed);
      return sign(message, seed);
    },
    verify(signature, message, publicKey) {
      return isAcceptableForm(signature, publicKey) && solves(signature, message, publicKey);
    },
  };
}

/**
 * Checks [S]B = R + [k]A without the cofactor (rule V3), like libsodium: it computes R and compares
 * its encoding. The verifier of @noble/ed25519 always multiplies by the cofactor, so it accepts
 * signatures that libsodium refuses.
 */
function solves(signature: Uint8Array, message: Uint8Array, publicKey: Uint8Array): boolean {
  const key = decodePoint(publicKey);
  if (key === undefined) return false;
  const r = signature.subarray(0, PUBLIC_KEY_LENGTH);
  const s = littleEndian(signature.subarray(PUBLIC_KEY_LENGTH));
  const k = challenge(r, publicKey, message);
  const expected = Point.BASE.multiplyUnsafe(s).subtract(key.multiplyUnsafe(k));
  return bytesEqual(expected.toBytes(), r);
}

/** Computes k = SHA-512(R, A, M) modulo the group order (RFC 8032, section 5.1.7). */
function challenge(r: Uint8Array, publicKey: Uint8Array, message: Uint8Array): bigint {
  const digest = sha512.create().update(r).update(publicKey).update(message).digest();
  return littleEndian(digest) % Point.CURVE().n;
}

function littleEndian(bytes: Uint8Array): bigint {
  return bytes.reduceRight((number, byte) => (number << 8n) | BigInt(byte), 0n);
}
