import { Point } from '@noble/ed25519';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  bytesOf,
  encodingsOf,
  ORDER,
  PRIME,
  scalars,
  TORSION,
  toBytes,
  torsions,
} from '../test/adversary.ts';
import { isAcceptableForm, isAcceptableKey } from './acceptance.ts';

const HONEST_POINT = Point.BASE.toBytes();

/** Every 255-bit encoding of a y of p or more. */
const BEYOND_THE_FIELD = Array.from({ length: 19 }, (_, y) => toBytes(BigInt(y) + PRIME));

function formWith(r: Uint8Array, s: bigint, publicKey: Uint8Array): boolean {
  return isAcceptableForm(Uint8Array.from([...r, ...toBytes(s)]), publicKey);
}

describe('isAcceptableKey', () => {
  it('V3 refuses all 14 encodings of the 8 points of small order', () => {
    const encodings = TORSION.flatMap(encodingsOf);
    expect(TORSION.length).toBe(8);
    expect(new Set(encodings.map(String)).size).toBe(14);
    expect(encodings.filter(isAcceptableKey)).toEqual([]);
  });

  it('V3 refuses the burn address, which decodes to a point', () => {
    const burnAddress = new Uint8Array(32);
    expect(Point.fromBytes(burnAddress).isSmallOrder()).toBe(true);
    expect(isAcceptableKey(burnAddress)).toBe(false);
  });

  it('V3 refuses every y of p or more, though a lenient decoder finds points there', () => {
    expect(BEYOND_THE_FIELD.filter(decodesLeniently).length).toBeGreaterThan(2);
    expect(BEYOND_THE_FIELD.filter(isAcceptableKey)).toEqual([]);
  });

  it('V3 accepts a point exactly when it is not of small order', () => {
    fc.assert(
      fc.property(fc.oneof(fc.constant(0n), scalars()), torsions(), (scalar, torsion) => {
        const point = Point.BASE.multiplyUnsafe(scalar).add(TORSION[torsion] ?? Point.ZERO);
        expect(isAcceptableKey(point.toBytes())).toBe(scalar !== 0n);
      }),
    );
  });

  it('V3 accepts 32 bytes exactly when a strict decoder finds a point of large order', () => {
    fc.assert(
      fc.property(bytesOf(32), (bytes) => {
        expect(isAcceptableKey(bytes)).toBe(decodesStrictly(bytes));
      }),
    );
  });

  it.each([0, 31, 33, 64])('V3 refuses a key of %i bytes', (length) => {
    const padded = Uint8Array.from({ length }, (_, index) => HONEST_POINT[index] ?? 0);
    expect(isAcceptableKey(padded)).toBe(false);
  });
});

describe('isAcceptableForm', () => {
  it('V3 accepts S below the group order and nothing above', () => {
    expect(formWith(HONEST_POINT, 0n, HONEST_POINT)).toBe(true);
    expect(formWith(HONEST_POINT, ORDER - 1n, HONEST_POINT)).toBe(true);
    expect(formWith(HONEST_POINT, ORDER, HONEST_POINT)).toBe(false);
    expect(formWith(HONEST_POINT, ORDER + 1n, HONEST_POINT)).toBe(false);
    expect(formWith(HONEST_POINT, 2n ** 256n - 1n, HONEST_POINT)).toBe(false);
  });

  it('V3 agrees with big integers on any S', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }), (s) => {
        expect(formWith(HONEST_POINT, s, HONEST_POINT)).toBe(s < ORDER);
      }),
    );
  });

  it('V3 refuses small order in the place of R and in the place of A', () => {
    for (const encoding of TORSION.flatMap(encodingsOf)) {
      expect(formWith(encoding, 1n, HONEST_POINT)).toBe(false);
      expect(formWith(HONEST_POINT, 1n, encoding)).toBe(false);
    }
  });

  it('V3 refuses a y of p or more in the place of R and in the place of A', () => {
    for (const encoding of BEYOND_THE_FIELD) {
      expect(formWith(encoding, 1n, HONEST_POINT)).toBe(false);
      expect(formWith(HONEST_POINT, 1n, encoding)).toBe(false);
    }
  });

  it('V3 refuses other lengths', () => {
    expect(isAcceptableForm(new Uint8Array(0), HONEST_POINT)).toBe(false);
    for (const length of [63, 65]) {
      const signature = Uint8Array.from({ length }, (_, index) => HONEST_POINT[index] ?? 0);
      expect(isAcceptableForm(signature, HONEST_POINT)).toBe(false);
    }
    expect(formWith(HONEST_POINT, 1n, HONEST_POINT.subarray(1))).toBe(false);
    expect(formWith(HONEST_POINT, 1n, Uint8Array.from([...HONEST_POINT, 0]))).toBe(false);
  });
});

function decodesLeniently(bytes: Uint8Array): boolean {
  try {
    return Point.fromBytes(bytes, true) instanceof Point;
  } catch {
    return false;
  }
}

function decodesStrictly(bytes: Uint8Array): boolean {
  try {
    return !Point.fromBytes(bytes, false).isSmallOrder();
  } catch {
    return false;
  }
}
