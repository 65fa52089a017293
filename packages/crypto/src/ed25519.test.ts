import { verify as verifyByZip215 } from '@noble/ed25519';
import { BURN_ADDRESS, bytesToHex, hexToBytes } from '@quorate/protocol';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  bytesOf,
  type Claim,
  craft,
  craftWith,
  encodeKey,
  encodeNonce,
  encodingsOf,
  join,
  messages,
  ORDER,
  type Recipe,
  residue,
  scalars,
  TORSION,
  toBytes,
  toNumber,
  torsions,
} from '../test/adversary.ts';
import { loadEd25519 } from './backend.ts';

const SODIUM = loadEd25519('sodium');
const NOBLE = loadEd25519('noble');
const BACKENDS = [SODIUM, NOBLE];
const HONEST = honestClaim(toBytes(7n), new TextEncoder().encode('one coin'));

/** What the crafted claims below start from; a nonce of 0 leaves R to its part of small order. */
const RECIPE: Recipe = {
  secret: 7n,
  keyTorsion: 0,
  nonce: 0n,
  nonceTorsion: 0,
  message: HONEST.message,
};

/** RFC 8032, section 7.1, tests 1 to 3. */
const RFC_8032_VECTORS = [
  {
    seed: '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60',
    publicKey: 'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
    message: '',
    signature:
      'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e06522490155' +
      '5fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b',
  },
  {
    seed: '4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb',
    publicKey: '3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c',
    message: '72',
    signature:
      '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da' +
      '085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00',
  },
  {
    seed: 'c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7',
    publicKey: 'fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025',
    message: 'af82',
    signature:
      '6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac' +
      '18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a',
  },
];

describe.each(BACKENDS)('Ed25519 on $backend', ({ publicKey, sign, verify }) => {
  it.each(RFC_8032_VECTORS)('reproduces RFC 8032 for the message "$message"', (vector) => {
    const seed = hexToBytes(vector.seed);
    const message = hexToBytes(vector.message);
    expect(bytesToHex(publicKey(seed))).toBe(vector.publicKey);
    expect(bytesToHex(sign(message, seed))).toBe(vector.signature);
    expect(verify(hexToBytes(vector.signature), message, publicKey(seed))).toBe(true);
  });

  it.each([0, 31, 33, 64])('names a seed of %i bytes as a mistake of the caller', (length) => {
    const refusal = expect.objectContaining({ code: 'InvalidSeedLength' });
    expect(() => publicKey(new Uint8Array(length))).toThrow(refusal);
    expect(() => sign(HONEST.message, new Uint8Array(length))).toThrow(refusal);
  });

  it('signs with the bytes a seed holds now, not with those it held before', () => {
    const seed = toBytes(1n);
    sign(HONEST.message, seed);
    seed.set(toBytes(2n));
    expect(sign(HONEST.message, seed)).toEqual(sign(HONEST.message, toBytes(2n)));
    expect(publicKey(seed)).toEqual(publicKey(toBytes(2n)));
  });

  it('hands out a public key that the caller may overwrite', () => {
    const seed = toBytes(3n);
    publicKey(seed).fill(0);
    expect(publicKey(seed)).toEqual(publicKey(toBytes(3n)));
    expect(verify(sign(HONEST.message, seed), HONEST.message, publicKey(seed))).toBe(true);
  });

  it('reads bytes out of memory that threads share', () => {
    const [seed, message] = [shared(toBytes(7n)), shared(HONEST.message)];
    expect(sign(message, seed)).toEqual(HONEST.signature);
    expect(publicKey(seed)).toEqual(HONEST.publicKey);
    expect(verify(shared(HONEST.signature), message, shared(HONEST.publicKey))).toBe(true);
  });

  it.each([0, 32, 63, 65, 128])('V3 refuses a signature of %i bytes', (length) => {
    const signature = Uint8Array.from({ length }, (_, index) => HONEST.signature[index] ?? 0);
    expect(verify(HONEST.signature, HONEST.message, HONEST.publicKey)).toBe(true);
    expect(verify(signature, HONEST.message, HONEST.publicKey)).toBe(false);
  });

  it.each([0, 31, 33, 64])('V3 refuses a key of %i bytes', (length) => {
    const key = Uint8Array.from({ length }, (_, index) => HONEST.publicKey[index] ?? 0);
    expect(verify(HONEST.signature, HONEST.message, key)).toBe(false);
  });

  it('V3 refuses S + L, which solves the same equation', () => {
    const s = toNumber(HONEST.signature.subarray(32));
    for (let copies = 1n; s + copies * ORDER < 2n ** 256n; copies++) {
      const signature = join(HONEST.signature.subarray(0, 32), toBytes(s + copies * ORDER));
      expect(verify(signature, HONEST.message, HONEST.publicKey)).toBe(false);
    }
  });

  it('V3 refuses an S for which R would have to be the identity', () => {
    const claim = craftWith(RECIPE, encodeKey(RECIPE), encodeNonce({ ...RECIPE, nonce: 5n }));
    expect(verify(claim.signature, claim.message, claim.publicKey)).toBe(false);
  });

  it('V3 never throws, whatever the bytes and their lengths', () => {
    const anything = fc.uint8Array({ maxLength: 130 });
    const signatures = fc.oneof(anything, bytesOf(64));
    const keys = fc.oneof(anything, bytesOf(32));
    fc.assert(
      fc.property(signatures, messages(), keys, (signature, message, key) => {
        expect(verify(signature, message, key)).toBe(false);
      }),
    );
  });
});

describe('both backends', () => {
  it('make the same keys and signatures, and accept them', () => {
    fc.assert(
      fc.property(bytesOf(32), messages(), (seed, message) => {
        const claim = honestClaim(seed, message);
        expect(NOBLE.publicKey(seed)).toEqual(SODIUM.publicKey(seed));
        expect(NOBLE.sign(message, seed)).toEqual(SODIUM.sign(message, seed));
        expect(verdictsOn(claim)).toEqual([true, true]);
      }),
    );
  });

  it('V3 refuse an honest signature after any one bit of it, its key or its message flips', () => {
    fc.assert(
      fc.property(bytesOf(32), bytesOf(40), fc.nat(), (seed, message, position) => {
        expect(verdictsOn(flipBit(honestClaim(seed, message), position))).toEqual([false, false]);
      }),
    );
  });

  it('V3 accept exactly what solves the equation without the cofactor', () => {
    fc.assert(
      fc.property(recipes(), (recipe) => {
        const claim = craft(recipe);
        const solved = residue(recipe, claim) === 0;
        expect(zip215Accepts(claim)).toBe(true);
        expect(verdictsOn(claim)).toEqual([solved, solved]);
      }),
      { numRuns: 200, examples: mixedOrderRecipes().map((recipe) => [recipe]) },
    );
  });

  it('V3 refuse the universal forgery under the burn address', () => {
    const forgery = forgeUnder(hexToBytes(BURN_ADDRESS), 2);
    expect(zip215Accepts(forgery)).toBe(true);
    expect(verdictsOn(forgery)).toEqual([false, false]);
  });

  it('V3 refuse the universal forgery under every encoding of small order', () => {
    const forgeries = TORSION.flatMap((point, torsion) =>
      encodingsOf(point).map((encoding) => forgeUnder(encoding, torsion)),
    );
    expect(forgeries.map(zip215Accepts)).toEqual(Array(14).fill(true));
    expect(forgeries.map(verdictsOn)).toEqual(Array(14).fill([false, false]));
  });

  it('V3 refuse an R of small order in every encoding, even where the equation holds', () => {
    const claims = TORSION.flatMap((point, nonceTorsion) =>
      encodingsOf(point).map((encoding) => signWithSmallOrderNonce(encoding, nonceTorsion)),
    );
    expect(claims.map(zip215Accepts)).toEqual(Array(14).fill(true));
    expect(claims.map(verdictsOn)).toEqual(Array(14).fill([false, false]));
  });
});

function honestClaim(seed: Uint8Array, message: Uint8Array): Claim {
  return { signature: SODIUM.sign(message, seed), message, publicKey: SODIUM.publicKey(seed) };
}

function shared(bytes: Uint8Array): Uint8Array {
  const copy = new Uint8Array(new SharedArrayBuffer(bytes.length));
  copy.set(bytes);
  return copy;
}

function verdictsOn({ signature, message, publicKey }: Claim): readonly boolean[] {
  return BACKENDS.map((backend) => backend.verify(signature, message, publicKey));
}

function zip215Accepts({ signature, message, publicKey }: Claim): boolean {
  return verifyByZip215(signature, message, publicKey);
}

function recipes(): fc.Arbitrary<Recipe> {
  return fc.record({
    secret: scalars(),
    keyTorsion: torsions(),
    nonce: scalars(),
    nonceTorsion: torsions(),
    message: messages(),
  });
}

/** Pairs every part of small order in A with every one in R. */
function mixedOrderRecipes(): readonly Recipe[] {
  return TORSION.flatMap((_, keyTorsion) =>
    TORSION.map((_, nonceTorsion) => ({ ...RECIPE, keyTorsion, nonce: 11n, nonceTorsion })),
  );
}

/**
 * Forges without a secret: A has no multiple of the base point, so S is the nonce itself, and the
 * nonce is searched for until k cancels the order of A; then the equation holds with no cofactor.
 */
function forgeUnder(encoding: Uint8Array, keyTorsion: number): Claim {
  for (let nonce = 1n; ; nonce++) {
    const recipe: Recipe = { ...RECIPE, secret: 0n, keyTorsion, nonce };
    const claim = craftWith(recipe, encoding, encodeNonce(recipe));
    if (residue(recipe, claim) === 0) return claim;
  }
}

/** Signs with a real secret and an R of small order, under a key that makes up for that order. */
function signWithSmallOrderNonce(encoding: Uint8Array, nonceTorsion: number): Claim {
  for (let attempt = 0n; ; attempt++) {
    const message = toBytes(attempt);
    const recipe: Recipe = { ...RECIPE, keyTorsion: 1, nonceTorsion, message };
    const claim = craftWith(recipe, encodeKey(recipe), encoding);
    if (residue(recipe, claim) === 0) return claim;
  }
}

function flipBit(claim: Claim, position: number): Claim {
  const all = join(claim.signature, claim.publicKey, claim.message);
  const bit = position % (8 * all.length);
  all[bit >> 3] = (all[bit >> 3] ?? 0) ^ (1 << (bit & 7));
  return {
    signature: all.slice(0, 64),
    publicKey: all.slice(64, 96),
    message: all.slice(96),
  };
}
