import { hashes, Point } from '@noble/ed25519';
import { sha512 } from '@noble/hashes/sha2.js';
import fc from 'fast-check';

hashes.sha512 = sha512;

/** The order L of the base point. */
export const ORDER = Point.CURVE().n;

/** The field prime 2^255 - 19. */
export const PRIME = Point.CURVE().p;

/** The eight points whose order divides 8, as the multiples 0 to 7 of one of order 8. */
export const TORSION: readonly Point[] = multiples(torsionGenerator());

/** Bytes that claim to be a signature. */
export interface Claim {
  readonly signature: Uint8Array;
  readonly message: Uint8Array;
  readonly publicKey: Uint8Array;
}

/** What an adversary chooses: A = [secret]B + keyTorsion, R = [nonce]B + nonceTorsion. */
export interface Recipe {
  readonly secret: bigint;
  readonly keyTorsion: number;
  readonly nonce: bigint;
  readonly nonceTorsion: number;
  readonly message: Uint8Array;
}

/** Writes a number as 32 bytes, little-endian. */
export function toBytes(number: bigint): Uint8Array {
  return Uint8Array.from({ length: 32 }, (_, index) =>
    Number((number >> BigInt(8 * index)) & 0xffn),
  );
}

/** Reads a number, little-endian. */
export function toNumber(bytes: Uint8Array): bigint {
  return bytes.reduceRight((number, byte) => (number << 8n) | BigInt(byte), 0n);
}

/** Joins byte strings. */
export function join(...parts: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}

/** Hashes R, A and the message to the challenge k, reduced modulo L. */
function challenge(r: Uint8Array, publicKey: Uint8Array, message: Uint8Array): bigint {
  return toNumber(sha512(join(r, publicKey, message))) % ORDER;
}

/** Follows a recipe and solves S = nonce + k * secret, so that 8[S]B = 8R + 8[k]A always holds. */
export function craft(recipe: Recipe): Claim {
  return craftWith(recipe, encodeKey(recipe), encodeNonce(recipe));
}

/** Crafts as `craft` does, under given encodings of A and R, which the challenge hashes as given. */
export function craftWith(recipe: Recipe, publicKey: Uint8Array, r: Uint8Array): Claim {
  const k = challenge(r, publicKey, recipe.message);
  const s = (recipe.nonce + k * recipe.secret) % ORDER;
  return { signature: join(r, toBytes(s)), message: recipe.message, publicKey };
}

/** Tells which multiple of the torsion generator [S]B - R - [k]A is, up to its sign. */
export function residue(recipe: Recipe, claim: Claim): number {
  const k = challenge(claim.signature.subarray(0, 32), claim.publicKey, claim.message);
  return Number((k * BigInt(recipe.keyTorsion) + BigInt(recipe.nonceTorsion)) % 8n);
}

/** Encodes A of a recipe. */
export function encodeKey(recipe: Recipe): Uint8Array {
  return offset(recipe.secret, recipe.keyTorsion);
}

/** Encodes R of a recipe. */
export function encodeNonce(recipe: Recipe): Uint8Array {
  return offset(recipe.nonce, recipe.nonceTorsion);
}

/** Lists every encoding of a point that fits in 32 bytes, canonical or not. */
export function encodingsOf(point: Point): readonly Uint8Array[] {
  const { x, y } = point.toAffine();
  const signs = x === 0n ? [0n, 1n] : [x & 1n];
  return [y, y + PRIME]
    .filter((value) => value < 2n ** 255n)
    .flatMap((value) => signs.map((sign) => toBytes(value | (sign << 255n))));
}

/** Draws scalars that are not zero. */
export function scalars(): fc.Arbitrary<bigint> {
  return fc.bigInt({ min: 1n, max: ORDER - 1n });
}

/** Draws a multiple of the torsion generator. */
export function torsions(): fc.Arbitrary<number> {
  return fc.integer({ min: 0, max: TORSION.length - 1 });
}

/** Draws byte strings of one length. */
export function bytesOf(length: number): fc.Arbitrary<Uint8Array> {
  return fc.uint8Array({ minLength: length, maxLength: length });
}

/** Draws messages of up to 80 bytes. */
export function messages(): fc.Arbitrary<Uint8Array> {
  return fc.uint8Array({ maxLength: 80 });
}

function offset(scalar: bigint, torsion: number): Uint8Array {
  const point = TORSION[torsion % TORSION.length] ?? Point.ZERO;
  return Point.BASE.multiplyUnsafe(scalar).add(point).toBytes();
}

/** Multiplying a point of the curve by L leaves its part of small order; some have order 8. */
function torsionGenerator(): Point {
  for (let y = 2n; ; y++) {
    const point = pointAt(y);
    const part = point?.multiplyUnsafe(ORDER - 1n).add(point);
    if (part !== undefined && !part.double().double().is0()) return part;
  }
}

function pointAt(y: bigint): Point | undefined {
  try {
    return Point.fromBytes(toBytes(y));
  } catch {
    return undefined;
  }
}

function multiples(generator: Point): readonly Point[] {
  const points = [Point.ZERO];
  for (let point = generator; !point.is0(); point = point.add(generator)) points.push(point);
  return points;
}
