import { NATIVE_TOKEN_ID } from '@quorate/protocol';
import { describe, expect, it } from 'vitest';
import { createTestLedger } from '../../../test/ledger.ts';
import { burnOf, creation, notSubmittable, UNKNOWN_TOKEN } from '../../../test/operations.ts';

describe('Burn', () => {
  it('S5 takes from the balance and from the supply', () => {
    const ledger = createTestLedger();
    const tokenId = ledger.execute('alice', creation());
    ledger.execute('alice', burnOf(tokenId, 400n));
    expect(ledger.balance('alice', tokenId)).toBe(600n);
    expect(ledger.supply(tokenId)).toBe(600n);
  });

  it('S5 burns the native token too', () => {
    const ledger = createTestLedger();
    ledger.execute('alice', burnOf(NATIVE_TOKEN_ID, 100n));
    expect(ledger.balance('alice')).toBe(0n);
    expect(ledger.supply()).toBe(200n);
  });

  it('S4 needs no dependency: it lowers a sum that does not stand yet', () => {
    const ledger = createTestLedger();
    expect(ledger.missing('alice', [burnOf(UNKNOWN_TOKEN, 3n)])).toEqual([]);
    ledger.settle('alice', [burnOf(UNKNOWN_TOKEN, 3n)]);
    expect(ledger.balance('alice', UNKNOWN_TOKEN)).toBe(-3n);
    expect(ledger.supply(UNKNOWN_TOKEN)).toBe(-3n);
  });

  it('V6 admits all of the balance and refuses one more', () => {
    const ledger = createTestLedger();
    expect(ledger.refusal('alice', [burnOf(NATIVE_TOKEN_ID, 100n)])).toBe(undefined);
    expect(ledger.refusal('alice', [burnOf(NATIVE_TOKEN_ID, 101n)])).toEqual({
      code: 'InsufficientFunding',
      rule: 'V6',
      operationIndex: 0,
      tokenId: NATIVE_TOKEN_ID,
      currentBalance: 100n,
      required: 101n,
    });
  });

  it('V6 refuses nothing', () => {
    const refusal = notSubmittable('the amount of a Burn is at least 1');
    expect(createTestLedger().refusal('alice', [burnOf(NATIVE_TOKEN_ID, 0n)])).toEqual(refusal);
  });
});
