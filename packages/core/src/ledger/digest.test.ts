import { NATIVE_TOKEN_ID } from '@quorate/protocol';
import { addressOf } from '@quorate/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { payment } from '../../test/payments.ts';
import { EMPTY_DIGEST, formatDigest, ledgerDigest, updateDigest } from './digest.ts';
import {
  type Account,
  applyChanges,
  EMPTY_LEDGER,
  type Ledger,
  type RecordChange,
} from './ledger.ts';

function anyChange(): fc.Arbitrary<RecordChange> {
  const key = fc.constantFrom('a', 'b', 'c');
  const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
  const account = fc.record({
    nextNonce: fc.bigInt({ min: 0n, max: 3n }),
    lock: fc.constant(undefined),
    creditCount: fc.nat({ max: 3 }),
  });
  const origin = fc.record({
    sender: fc.constant(addressOf('alice')),
    nonce: fc.bigInt({ min: 0n, max: 3n }),
  });
  const token = fc.record({
    supply: fc.bigInt({ min: -3n, max: 3n }),
    description: fc.option(
      fc.record({
        admin: fc.constant(addressOf('alice')),
        name: fc.string(),
        decimals: fc.nat({ max: 255 }),
        mints: fc.constant([addressOf('bob')]),
        updateCount: fc.bigInt({ min: 0n, max: 3n }),
        origin,
      }),
      { nil: undefined },
    ),
  });
  const text = fc.constantFrom('x', 'y') as fc.Arbitrary<never>;
  return fc.oneof<fc.Arbitrary<RecordChange>[]>(
    fc.record({ table: fc.constant('account'), key, value: maybe(account) }),
    fc.record({
      table: fc.constant('balance'),
      key,
      value: maybe(fc.bigInt({ min: -9n, max: 9n })),
    }),
    fc.record({ table: fc.constant('cell'), key, value: maybe(text) }),
    fc.record({ table: fc.constant('token'), key, value: maybe(token) }),
    fc.record({ table: fc.constant('settled'), key, value: maybe(text) }),
    fc.record({ table: fc.constant('claim'), key, value: maybe(origin) }),
  );
}

const anyChanges = fc.array(anyChange(), { maxLength: 20, size: 'max' });

describe('ledgerDigest', () => {
  it('is the same updated change by change as computed in full', () => {
    fc.assert(
      fc.property(anyChanges, (changes) => {
        let ledger = EMPTY_LEDGER;
        let digest = EMPTY_DIGEST;
        for (const change of changes) {
          digest = updateDigest(digest, ledger, [change]);
          ledger = applyChanges(ledger, [change]);
          expect(digest).toBe(ledgerDigest(ledger));
        }
      }),
      { numRuns: 300 },
    );
  });

  it('is the same whichever similar ledger it starts from', () => {
    fc.assert(
      fc.property(anyChanges, anyChanges, (some, more) => {
        const all = [...some, ...more];
        const ledger = applyChanges(EMPTY_LEDGER, all);
        const digest = ledgerDigest(ledger);
        for (const like of [applyChanges(EMPTY_LEDGER, some), ledger]) {
          ledgerDigest(like);
          expect(ledgerDigest(applyChanges(EMPTY_LEDGER, all), like)).toBe(digest);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('does not depend on the order in which records came', () => {
    fc.assert(
      fc.property(anyChanges, (changes) => {
        const last = [
          ...new Map(changes.map((each) => [`${each.table}/${each.key}`, each])).values(),
        ];
        const there = applyChanges(EMPTY_LEDGER, last);
        const back = applyChanges(EMPTY_LEDGER, last.toReversed());
        expect(ledgerDigest(there)).toBe(ledgerDigest(back));
      }),
      { numRuns: 300 },
    );
  });

  it('leaves out locks and credit lists, and an account that never sent anything', () => {
    const withAccount = (value: Account): Ledger =>
      applyChanges(EMPTY_LEDGER, [{ table: 'account', key: addressOf('alice'), value }]);
    const lock = { kind: 'pending', envelope: payment(), signature: undefined } as const;
    const plain = { nextNonce: 1n, lock: undefined, creditCount: 0 };
    expect(ledgerDigest(withAccount({ ...plain, lock, creditCount: 7 }))).toBe(
      ledgerDigest(withAccount(plain)),
    );
    expect(ledgerDigest(withAccount({ nextNonce: 0n, lock, creditCount: 7 }))).toBe(EMPTY_DIGEST);
    expect(ledgerDigest(withAccount(plain))).not.toBe(EMPTY_DIGEST);
  });

  it('tells tables, keys and values apart', () => {
    const key = addressOf('alice');
    const digests = [
      applyChanges(EMPTY_LEDGER, [{ table: 'balance', key, value: 1n }]),
      applyChanges(EMPTY_LEDGER, [{ table: 'balance', key, value: -1n }]),
      applyChanges(EMPTY_LEDGER, [{ table: 'balance', key: addressOf('bob'), value: 1n }]),
      applyChanges(EMPTY_LEDGER, [{ table: 'settled', key, value: '1' as never }]),
      applyChanges(EMPTY_LEDGER, [
        { table: 'token', key: NATIVE_TOKEN_ID, value: { supply: 1n, description: undefined } },
      ]),
    ].map((each) => ledgerDigest(each));
    expect(new Set(digests).size).toBe(digests.length);
  });

  it('is written as 64 hex digits', () => {
    expect(formatDigest(EMPTY_DIGEST)).toBe('0'.repeat(64));
    expect(formatDigest(2n ** 256n - 1n)).toBe('f'.repeat(64));
  });
});
