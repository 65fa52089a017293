import { BURN_ADDRESS, NATIVE_TOKEN_ID } from '@quorate/protocol';
import { addressOf } from '@quorate/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTestLedger } from '../../../test/ledger.ts';
import { notSubmittable, transferOf, UNKNOWN_TOKEN } from '../../../test/operations.ts';

const BOB = addressOf('bob');
const pay = (amount: bigint, to = BOB) => transferOf(NATIVE_TOKEN_ID, to, amount);

describe('TokenTransfer', () => {
  it('S5 moves the amount, supply unchanged, whatever the balance here', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 2n ** 256n - 1n }), (amount) => {
        const ledger = createTestLedger();
        ledger.settle('alice', [pay(amount)]);
        expect([ledger.balance('alice'), ledger.balance('bob'), ledger.supply()]).toEqual([
          100n - amount,
          100n + amount,
          300n,
        ]);
      }),
    );
  });

  it('V6 admits any amount from 1 to the balance', () => {
    const ledger = createTestLedger();
    expect(ledger.refusal('alice', [pay(1n)])).toBe(undefined);
    expect(ledger.refusal('alice', [pay(100n)])).toBe(undefined);
  });

  it('V6 refuses more than the balance with what is there and what it takes', () => {
    expect(createTestLedger().refusal('alice', [pay(100n), pay(1n)])).toEqual({
      code: 'InsufficientFunding',
      rule: 'V6',
      operationIndex: 1,
      tokenId: NATIVE_TOKEN_ID,
      currentBalance: 0n,
      required: 1n,
    });
  });

  it('V6 refuses a balance that is below zero here', () => {
    const ledger = createTestLedger();
    ledger.settle('alice', [pay(130n)]);
    expect(ledger.refusal('alice', [pay(1n)])).toMatchObject({ currentBalance: -30n });
  });

  it('V6 refuses nothing, even where the balance is nothing', () => {
    const refusal = notSubmittable('the amount of a TokenTransfer is at least 1');
    expect(createTestLedger().refusal('dave', [pay(0n)])).toEqual(refusal);
  });

  it('S4 needs no dependency: it adds to sums before the creation has arrived', () => {
    const ledger = createTestLedger();
    const early = transferOf(UNKNOWN_TOKEN, BOB, 5n);
    expect(ledger.missing('alice', [early])).toEqual([]);
    ledger.settle('alice', [early]);
    expect(ledger.balance('alice', UNKNOWN_TOKEN)).toBe(-5n);
    expect(ledger.balance('bob', UNKNOWN_TOKEN)).toBe(5n);
    expect(ledger.token(UNKNOWN_TOKEN)).toBe(undefined);
  });

  it('S5 credits the burn address like any other', () => {
    const ledger = createTestLedger();
    ledger.execute('alice', pay(7n, BURN_ADDRESS));
    expect(ledger.balance(BURN_ADDRESS)).toBe(7n);
    expect(ledger.supply()).toBe(300n);
  });

  it('S5 leaves the balance of one who pays itself', () => {
    const ledger = createTestLedger();
    ledger.execute('alice', pay(100n, addressOf('alice')));
    expect(ledger.balance('alice')).toBe(100n);
  });
});
