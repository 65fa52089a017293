import { NATIVE_TOKEN_ID } from '@quorate/protocol';
import { addressOf } from '@quorate/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  applyChanges,
  balanceKey,
  EMPTY_LEDGER,
  NEW_ACCOUNT,
  type RecordChange,
} from './ledger.ts';
import { Scratch } from './scratch.ts';

const [ALICE, BOB] = [addressOf('alice'), addressOf('bob')];
const LEDGER = applyChanges(EMPTY_LEDGER, [
  { table: 'balance', key: balanceKey(ALICE, NATIVE_TOKEN_ID), value: 5n },
]);

describe('Scratch', () => {
  it('reads its own writes, deletions included, and leaves the ledger as it was', () => {
    const scratch = new Scratch(LEDGER);
    scratch.debit(ALICE, NATIVE_TOKEN_ID, 5n);
    expect(scratch.balance(ALICE, NATIVE_TOKEN_ID)).toBe(0n);
    scratch.debit(ALICE, NATIVE_TOKEN_ID, 2n);
    expect(scratch.balance(ALICE, NATIVE_TOKEN_ID)).toBe(-2n);
    expect(LEDGER.balance.get(balanceKey(ALICE, NATIVE_TOKEN_ID))).toBe(5n);
    expect(scratch.account(BOB)).toBe(NEW_ACCOUNT);
  });

  it('is a map of records in the order of their first change, be they few or many', () => {
    const change = fc.record({
      table: fc.constantFrom('cell', 'claim'),
      key: fc.nat(30).map(String),
      value: fc.option(fc.nat(3).map(String), { nil: undefined }),
    });
    fc.assert(
      fc.property(fc.array(change, { maxLength: 80, size: 'max' }), (changes) => {
        const scratch = new Scratch(EMPTY_LEDGER);
        const model = new Map<string, unknown>();
        for (const each of changes) {
          const { table, key, value } = each as RecordChange & { readonly table: 'claim' };
          scratch.put(table, key, value);
          model.set(`${table}/${key}`, each);
          expect(scratch.get(table, key)).toBe(value);
        }
        expect(scratch.changes()).toEqual([...model.values()]);
      }),
    );
  });

  it('lists one change for each record, the last', () => {
    const scratch = new Scratch(LEDGER);
    scratch.debit(ALICE, NATIVE_TOKEN_ID, 5n);
    scratch.credit(ALICE, NATIVE_TOKEN_ID, 1n);
    const key = balanceKey(ALICE, NATIVE_TOKEN_ID);
    expect(scratch.changes()).toEqual([
      { table: 'balance', key, value: 1n },
      { table: 'account', key: ALICE, value: { ...NEW_ACCOUNT, creditCount: 1 } },
    ]);
  });

  it('writes a balance of zero as absence', () => {
    const scratch = new Scratch(LEDGER);
    scratch.debit(ALICE, NATIVE_TOKEN_ID, 5n);
    expect(scratch.changes()).toEqual([
      { table: 'balance', key: balanceKey(ALICE, NATIVE_TOKEN_ID), value: undefined },
    ]);
  });

  it('notes an account once, however often it is credited', () => {
    const scratch = new Scratch(LEDGER);
    for (const amount of [1n, 2n]) scratch.credit(BOB, NATIVE_TOKEN_ID, amount);
    expect(scratch.credits()).toEqual([{ recipient: BOB, index: 0 }]);
    expect(scratch.account(BOB).creditCount).toBe(1);
    expect(scratch.balance(BOB, NATIVE_TOKEN_ID)).toBe(3n);
  });
});
