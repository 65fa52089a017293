import { type Address, AMOUNT_MAX, BURN_ADDRESS, bytesToHex } from '@quorate/protocol';
import fc, { type Arbitrary } from 'fast-check';
import { addressOf } from './fixtures.ts';

/** Chooses one of a few accounts that sign, the burn address, or any 32 bytes. */
export function anyAddress(): Arbitrary<Address> {
  return fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom('alice', 'bob', 'carol', 'dave').map(addressOf) },
    { weight: 1, arbitrary: fc.constant(BURN_ADDRESS) },
    { weight: 2, arbitrary: anyBytes<Address>(32) },
  );
}

/** Chooses an amount from 0 to 2^256 - 1, often at the limit of an integer width. */
export function anyAmount(): Arbitrary<bigint> {
  return anyUnsigned(AMOUNT_MAX, [2n ** 53n, 2n ** 64n, 2n ** 128n, 2n ** 255n]);
}

/** Chooses a nonce from 0 to 2^64 - 1, often at the limit of a float or an i64. */
export function anyNonce(): Arbitrary<bigint> {
  return anyUnsigned(2n ** 64n - 1n, [2n ** 32n, 2n ** 53n, 2n ** 63n]);
}

/** Chooses a time in nanoseconds from 0 to 2^128 - 1, often one of the present years. */
export function anyTimestampNanos(): Arbitrary<bigint> {
  return fc.oneof(
    fc.bigInt({ min: 1_700_000_000_000_000_000n, max: 2_000_000_000_000_000_000n }),
    anyUnsigned(2n ** 128n - 1n, [2n ** 53n, 2n ** 64n]),
  );
}

/** Chooses bytes of one size. Shape: lowercase hex digits, branded by the caller. */
export function anyBytes<T extends string>(size: number): Arbitrary<T> {
  return fc.uint8Array({ minLength: size, maxLength: size }).map((bytes) => bytesToHex(bytes) as T);
}

/** Chooses text of any script, sometimes with a byte order mark or a zero. */
export function anyText(): Arbitrary<string> {
  return fc.oneof(
    fc.string({ unit: anyCharacter(), maxLength: 20 }),
    fc.constantFrom('', 'FAST', '\uFEFFmarked', 'nul\u0000', '𝔽𝕒𝕤𝕥', '__proto__', 'x'.repeat(128)),
  );
}

// The unit 'binary' of fast-check would also serve, but takes 700 ms to set up in every test file.
function anyCharacter(): Arbitrary<string> {
  return fc
    .oneof(
      fc.integer({ min: 0, max: 0xff }),
      fc.integer({ min: 0, max: 0xd7ff }),
      fc.integer({ min: 0xe000, max: 0x10_ffff }),
    )
    .map((codePoint) => String.fromCodePoint(codePoint));
}

function anyUnsigned(max: bigint, borders: readonly bigint[]): Arbitrary<bigint> {
  const edges = [0n, 1n, max - 1n, max, ...borders.flatMap((b) => [b - 1n, b, b + 1n])];
  return fc.oneof(
    { weight: 2, arbitrary: fc.constantFrom(...edges) },
    { weight: 1, arbitrary: fc.bigInt({ min: 1n, max: 1000n }) },
    { weight: 1, arbitrary: fc.bigInt({ min: 0n, max }) },
  );
}
