import { Point } from '@noble/ed25519';
import { hexToBytes } from '@quorate/protocol';
import { PUBLIC_KEY_LENGTH, SIGNATURE_LENGTH } from './ed25519.ts';

/** The order L of the base point, little-endian (RFC 8032, section 5.1). */
const GROUP_ORDER = hexToBytes('edd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010');

/** The field prime 2^255 - 19, little-endian. */
const FIELD_PRIME = hexToBytes(`ed${'ff'.repeat(30)}7f`);

/**
 * The y coordinates of the eight points of small order, little-endian, in every form that fits in
 * 255 bits. Each covers two of the 14 encodings: with and without the sign bit of x.
 */
const SMALL_ORDER_Y = [
  '0000000000000000000000000000000000000000000000000000000000000000',
  '0100000000000000000000000000000000000000000000000000000000000000',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
  'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
].map(hexToBytes);

const ALL_BITS = 0xff;
const WITHOUT_SIGN_BIT = 0x7f;

/**
 * Tells whether a signature and a key pass the part of rule V3 that needs no curve arithmetic:
 * exact lengths, S < L, R and A canonical and not of small order.
 *
 * Every backend applies this first, because libraries disagree on exactly these inputs: common ones
 * accept a forgery under a small-order key, and sodium-native accepts a signature of 65 bytes.
 */
export function isAcceptableForm(signature: Uint8Array, publicKey: Uint8Array): boolean {
  return (
    signature.length === SIGNATURE_LENGTH &&
    isBelow(GROUP_ORDER, signature, PUBLIC_KEY_LENGTH, ALL_BITS) &&
    isAcceptablePoint(signature) &&
    publicKey.length === PUBLIC_KEY_LENGTH &&
    isAcceptablePoint(publicKey)
  );
}

/**
 * Tells whether a public key can sign at all (rule V3): 32 bytes, the canonical encoding of a
 * point of the curve, not of small order.
 */
export function isAcceptableKey(publicKey: Uint8Array): boolean {
  return (
    publicKey.length === PUBLIC_KEY_LENGTH &&
    isAcceptablePoint(publicKey) &&
    decodePoint(publicKey) !== undefined
  );
}

/**
 * Decodes a compressed point (RFC 8032, section 5.1.3); undefined when the encoding belongs to no
 * point of the curve.
 */
export function decodePoint(bytes: Uint8Array): Point | undefined {
  try {
    return Point.fromBytes(bytes);
  } catch {
    // The library throws when there is no such point; here that is an ordinary answer.
    return undefined;
  }
}

/** Checks the point in the first 32 bytes. */
function isAcceptablePoint(encoding: Uint8Array): boolean {
  if (!isBelow(FIELD_PRIME, encoding, 0, WITHOUT_SIGN_BIT)) return false;
  for (const y of SMALL_ORDER_Y) if (hasY(encoding, y)) return false;
  return true;
}

/**
 * Tells whether a little-endian number of 32 bytes is below a bound; `topMask` selects the bits of
 * its last byte.
 */
function isBelow(bound: Uint8Array, bytes: Uint8Array, from: number, topMask: number): boolean {
  for (let index = PUBLIC_KEY_LENGTH - 1; index >= 0; index--) {
    const mask = index === PUBLIC_KEY_LENGTH - 1 ? topMask : ALL_BITS;
    const difference = ((bytes[from + index] ?? 0) & mask) - (bound[index] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return false;
}

function hasY(encoding: Uint8Array, y: Uint8Array): boolean {
  const last = PUBLIC_KEY_LENGTH - 1;
  for (let index = 0; index < last; index++) {
    if (encoding[index] !== y[index]) return false;
  }
  return ((encoding[last] ?? 0) & WITHOUT_SIGN_BIT) === y[last];
}
