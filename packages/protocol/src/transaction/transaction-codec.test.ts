import { anyTransaction, errorOf, TRANSACTIONS } from '@quorate/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DecodeError } from '../decode-error.ts';
import { bytesToHex } from '../hex.ts';
import { NATIVE_TOKEN_ID } from '../primitives.ts';
import type { Release, VersionedTransaction } from './transaction.ts';
import {
  decodeTransaction,
  decodeUnversionedTransaction,
  encodeTransaction,
  withOtherTags,
} from './transaction-codec.ts';

const RELEASES = Object.keys(TRANSACTIONS) as Release[];
const NONCE_AND_TIME = '00'.repeat(24);
const HEADER = `0d${Buffer.from('fast:localnet').toString('hex')}${'a1'.repeat(32)}${NONCE_AND_TIME}`;
const TRANSFER = `00${NATIVE_TOKEN_ID}${'b2'.repeat(32)}${'00'.repeat(32)}00`;
const OLD_TRANSFER = `00${NATIVE_TOKEN_ID}${'00'.repeat(32)}00`;

/** A transfer of every release, each of its fields at a known place. */
const EXAMPLES: Readonly<Record<Release, VersionedTransaction>> = {
  Release20260319: decodeTransaction(fromHex(`00${HEADER}${TRANSFER}0000`)),
  Release20260407: decodeTransaction(fromHex(`01${HEADER}01${TRANSFER}0000`)),
  Release20260508: decodeTransaction(fromHex(`02${HEADER}01${TRANSFER}0000`)),
  Unversioned: decodeUnversionedTransaction(
    fromHex(`${'a1'.repeat(32)}${'b2'.repeat(32)}${NONCE_AND_TIME}${OLD_TRANSFER}`),
  ),
};

function fromHex(hex: string): Uint8Array {
  return new Uint8Array(Buffer.from(hex, 'hex'));
}

function decodeAs(release: Release, bytes: Uint8Array): VersionedTransaction {
  return release === 'Unversioned' ? decodeUnversionedTransaction(bytes) : decodeTransaction(bytes);
}

/** Decodes bytes that may be anything: the outcome is a DecodeError, or a transaction of these bytes. */
function expectRefusedOrCanonical(release: Release, bytes: Uint8Array): void {
  let decoded: VersionedTransaction;
  try {
    decoded = decodeAs(release, bytes);
  } catch (error) {
    expect(error).toBeInstanceOf(DecodeError);
    return;
  }
  expect(bytesToHex(encodeTransaction(decoded))).toBe(bytesToHex(bytes));
}

describe.each(RELEASES)('BCS of %s', (release) => {
  it('V1 reads back what it wrote', () => {
    fc.assert(
      fc.property(TRANSACTIONS[release](), (versioned) => {
        expect(decodeAs(release, encodeTransaction(versioned))).toEqual(versioned);
      }),
    );
  });

  it('V1 refuses a transaction cut short at any byte', () => {
    fc.assert(
      fc.property(TRANSACTIONS[release](), (versioned) => {
        // Truncated, each of the two may be the other one, complete.
        fc.pre(!isUnderSharedTag(versioned));
        const bytes = encodeTransaction(versioned);
        for (let length = 0; length < bytes.length; length++) {
          // A transaction with `archival`, cut short by a byte, is a valid one without it.
          const isWhole = length === bytes.length - 1 && knowsArchival(versioned);
          if (!isWhole) {
            expect(errorOf(() => decodeAs(release, bytes.slice(0, length)))).toBeInstanceOf(
              DecodeError,
            );
          }
        }
      }),
      { numRuns: 20 },
    );
  });

  it('V1 does not read on past the end of a view', () => {
    const bytes = encodeTransaction(EXAMPLES[release]);
    // Node.js hands out buffers that are views of one large pool, full of others' bytes.
    for (let length = 0; length < bytes.length; length++) {
      const error = errorOf(() => decodeAs(release, bytes.subarray(0, length)));
      expect(error).toMatchObject({
        name: 'DecodeError',
        code: length === 0 && release !== 'Unversioned' ? 'UnknownVariant' : 'InvalidBytes',
      });
    }
  });

  it('V1 refuses trailing bytes', () => {
    fc.assert(
      fc.property(
        TRANSACTIONS[release](),
        fc.uint8Array({ minLength: 1, maxLength: 40 }),
        (versioned, trailing) => {
          // For these, the error says why they are nothing under the older tags.
          fc.pre(versioned.release !== 'Unversioned' || versioned.transaction.isMoved !== true);
          // The zero could be the `archival` byte of the un-versioned shape.
          const bytes = Uint8Array.of(...encodeTransaction(versioned), 0, ...trailing);
          expect(errorOf(() => decodeAs(release, bytes))).toMatchObject({
            code: 'TrailingBytes',
            path: 'transaction',
          });
        },
      ),
    );
  });

  it('V1 refuses bytes with some changed, or reads exactly them', () => {
    const change = fc.record({ at: fc.nat(), to: fc.nat(255) });
    fc.assert(
      fc.property(
        TRANSACTIONS[release](),
        fc.array(change, { minLength: 1, maxLength: 4 }),
        (versioned, changes) => {
          const bytes = encodeTransaction(versioned);
          for (const { at, to } of changes) bytes[at % bytes.length] = to;
          expectRefusedOrCanonical(release, bytes);
        },
      ),
      { numRuns: 1000 },
    );
  });

  it('V1 refuses every byte stretched to a padded ULEB128, or reads exactly that', () => {
    fc.assert(
      fc.property(TRANSACTIONS[release](), (versioned) => {
        const bytes = encodeTransaction(versioned);
        for (const [at, byte] of bytes.entries()) {
          const padded = [byte | 0x80, 0];
          const stretched = [...bytes.subarray(0, at), ...padded, ...bytes.subarray(at + 1)];
          expectRefusedOrCanonical(release, Uint8Array.from(stretched));
        }
      }),
      { numRuns: 20 },
    );
  });

  it('V1 refuses any bytes, or reads exactly them', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        expectRefusedOrCanonical(release, bytes);
      }),
    );
  });

  it('reads a transaction that nobody can change', () => {
    const decoded = EXAMPLES[release];
    expect(isDeeplyFrozen(decoded)).toBe(true);
  });
});

describe('decodeTransaction', () => {
  const example = encodeTransaction(EXAMPLES.Release20260407);
  const NETWORK_LENGTH = 1;
  const NETWORK = 2;
  const CLAIM_COUNT = 1 + HEADER.length / 2;
  const OPERATION = CLAIM_COUNT + 1;
  const USER_DATA = OPERATION + 1 + 32 + 32 + 32;
  const ARCHIVAL = USER_DATA + 1;
  const FEE_TOKEN = ARCHIVAL + 1;

  function withBytes(at: number, replaced: number, ...inserted: readonly number[]): Uint8Array {
    return Uint8Array.of(...example.slice(0, at), ...inserted, ...example.slice(at + replaced));
  }

  it.each([
    ['a release tag of 3', withBytes(0, 1, 3), 'UnknownVariant', 'transaction'],
    ['a padded release tag', withBytes(0, 1, 0x81, 0), 'UnknownVariant', 'transaction'],
    ['a padded length', withBytes(NETWORK_LENGTH, 1, 0x8d, 0), 'NotCanonical', 'uleb128'],
    [
      'an operation count that is padded',
      withBytes(CLAIM_COUNT, 1, 0x81, 0),
      'NotCanonical',
      'uleb128',
    ],
    [
      'an operation tag that is padded',
      withBytes(OPERATION, 1, 0x80, 0),
      'NotCanonical',
      'uleb128',
    ],
    ['an operation tag of 13', withBytes(OPERATION, 1, 13), 'UnknownVariant', 'Operation'],
    ['an option tag of 2', withBytes(USER_DATA, 1, 2), 'UnknownVariant', 'option'],
    ['an option tag that is padded', withBytes(FEE_TOKEN, 1, 0x80, 0), 'UnknownVariant', 'option'],
    ['a boolean of 2', withBytes(ARCHIVAL, 1, 2), 'InvalidBytes', 'transaction'],
    ['a network nobody knows', withBytes(NETWORK, 1, 0x67), 'OutOfRange', 'network_id'],
    ['text that is not UTF-8', withBytes(NETWORK, 1, 0xff), 'InvalidBytes', 'transaction'],
    [
      'text of half a surrogate pair',
      withBytes(NETWORK, 3, 0xed, 0xa0, 0x80),
      'InvalidBytes',
      'transaction',
    ],
    ['no bytes', new Uint8Array(), 'UnknownVariant', 'transaction'],
  ])('V1 refuses %s', (_, bytes, code, path) => {
    const error = errorOf(() => decodeTransaction(bytes));
    expect(error).toMatchObject({ name: 'DecodeError', code, path });
  });

  it.each([
    ['2^32 - 1', [0xff, 0xff, 0xff, 0xff, 0x0f], 'InvalidBytes'],
    ['2^32', [0x80, 0x80, 0x80, 0x80, 0x10], 'OutOfRange'],
    ['2^35 - 1', [0xff, 0xff, 0xff, 0xff, 0x7f], 'OutOfRange'],
    ['a megabyte of ones', Array.from({ length: 1 << 20 }, () => 0xff), 'OutOfRange'],
  ])('V1 refuses a length of %s before it believes it', (_, length, code) => {
    for (const at of [NETWORK_LENGTH, CLAIM_COUNT]) {
      const bytes = Uint8Array.from([...example.slice(0, at), ...length, ...example.slice(at + 1)]);
      expect(errorOf(() => decodeTransaction(bytes))).toMatchObject({ code });
    }
  });

  it('reads a Node.js buffer as it reads bytes', () => {
    const pooled = Buffer.from(example);
    expect(decodeTransaction(pooled)).toEqual(EXAMPLES.Release20260407);
  });

  it('never reads the un-versioned shape', () => {
    fc.assert(
      fc.property(TRANSACTIONS.Unversioned(), (versioned) => {
        const bytes = encodeTransaction(versioned);
        expect(errorOf(() => decodeTransaction(bytes))).toBeInstanceOf(DecodeError);
      }),
    );
  });
});

describe('encodeTransaction', () => {
  it('B2.17 starts with the tag of the release', () => {
    const tags = RELEASES.map((release) => [release, encodeTransaction(EXAMPLES[release])[0]]);
    expect(Object.fromEntries(tags)).toEqual({
      Release20260319: 0,
      Release20260407: 1,
      Release20260508: 2,
      Unversioned: 0xa1,
    });
  });

  it('gives two transactions the same bytes only if they are equal', () => {
    fc.assert(
      fc.property(anyTransaction(), anyTransaction(), (one, other) => {
        const same = bytesToHex(encodeTransaction(one)) === bytesToHex(encodeTransaction(other));
        expect(same).toBe(one === other);
      }),
    );
  });

  it('encodes a transaction of a megabyte', () => {
    const { transaction } = decodeTransaction(encodeTransaction(EXAMPLES.Release20260407));
    const claim = { verifierCommittee: [], verifierQuorum: 0n, claimData: 'ab'.repeat(1 << 20) };
    const claims = [{ kind: 'ExternalClaim', claim, signatures: [] }];
    const large = { release: 'Release20260407', transaction: { ...transaction, claims } };
    const bytes = encodeTransaction(large as unknown as VersionedTransaction);
    expect(decodeTransaction(bytes)).toEqual(large);
  });

  const { transaction } = EXAMPLES.Release20260407 as VersionedTransaction<'Release20260407'>;
  it.each([
    ['a nonce of 2^64', { nonce: 2n ** 64n }, 'u64'],
    ['a negative nonce', { nonce: -1n }, 'u64'],
    ['a timestamp of 2^128', { timestampNanos: 2n ** 128n }, 'u128'],
    ['an address of 31 bytes', { sender: 'ab'.repeat(31) }, 'bytes[32]'],
    ['an address in upper case', { sender: 'AB'.repeat(32) }, 'bytes[32]'],
  ])('refuses %s', (_, change, path) => {
    const versioned = { release: 'Release20260407', transaction: { ...transaction, ...change } };
    expect(errorOf(() => encodeTransaction(versioned as VersionedTransaction))).toMatchObject({
      code: 'OutOfRange',
      path,
    });
  });

  it('refuses a new token name in a release that has none', () => {
    fc.assert(
      fc.property(TRANSACTIONS.Release20260508(), ({ transaction: latest }) => {
        fc.pre(latest.claims.some((c) => c.kind === 'TokenManagement' && c.newTokenName !== null));
        const older = { release: 'Release20260407', transaction: latest } as const;
        expect(errorOf(() => encodeTransaction(older))).toMatchObject({ code: 'OutOfRange' });
      }),
    );
  });
});

describe('withOtherTags', () => {
  it('gives a batch its other tag in BCS, and nothing else of a release another form', () => {
    fc.assert(
      fc.property(anyTransaction(), (versioned) => {
        fc.pre(versioned.release !== 'Unversioned');
        const other = withOtherTags(versioned);
        const isBatch =
          versioned.release === 'Release20260319' && versioned.transaction.claim.kind === 'Batch';
        expect(other !== undefined).toBe(isBatch);
        if (other === undefined) return;
        const one = encodeTransaction(versioned);
        const two = encodeTransaction(other);
        const differing = [...one.keys()].filter((index) => one[index] !== two[index]);
        expect(differing).toHaveLength(1);
        const tags = [one, two].map((bytes) => bytes[differing[0] ?? -1]);
        expect(new Set(tags)).toEqual(new Set([12, 13]));
        expect(withOtherTags(other)).toEqual(versioned);
      }),
    );
  });
});

function knowsArchival({ transaction, release }: VersionedTransaction): boolean {
  return release === 'Unversioned' && transaction.archival !== null;
}

/** A reset has the tag that claims moved up to. */
function isUnderSharedTag({ transaction, release }: VersionedTransaction): boolean {
  if (release !== 'Unversioned') return false;
  const { claim, isMoved } = transaction;
  return claim.kind === 'StateReset' || (isMoved === true && claim.kind === 'ExternalClaim');
}

function isDeeplyFrozen(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return Object.isFrozen(value) && Object.values(value).every(isDeeplyFrozen);
}
