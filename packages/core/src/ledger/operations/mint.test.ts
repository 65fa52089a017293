import { NATIVE_TOKEN_ID } from '@quorate/protocol';
import { addressOf } from '@quorate/testkit';
import { describe, expect, it } from 'vitest';
import { createTestLedger, idOf } from '../../../test/ledger.ts';
import {
  creation,
  lacking,
  management,
  mintOf,
  notSubmittable,
  UNKNOWN_TOKEN,
} from '../../../test/operations.ts';

const TOKEN = idOf('alice', 0n);
const NOT_A_MINT = notSubmittable('the sender is not a mint of this token');

describe('Mint', () => {
  it('S5 adds to the supply and to the recipient', () => {
    const ledger = createTestLedger();
    ledger.execute('alice', creation());
    ledger.execute('bob', mintOf(TOKEN, 5n));
    expect(ledger.supply(TOKEN)).toBe(1005n);
    expect(ledger.balance('dave', TOKEN)).toBe(5n);
    expect(ledger.balance('bob', TOKEN)).toBe(0n);
  });

  it('S5 has no upper check: supply is a sum', () => {
    const ledger = createTestLedger();
    ledger.execute('alice', creation());
    ledger.execute('bob', mintOf(TOKEN, 2n ** 256n - 1n));
    expect(ledger.supply(TOKEN)).toBe(2n ** 256n + 999n);
  });

  it('V6 refuses all but a current mint, the admin included', () => {
    const ledger = createTestLedger();
    ledger.execute('alice', creation());
    expect(ledger.refusal('bob', [mintOf(TOKEN, 1n)])).toBe(undefined);
    expect(ledger.refusal('alice', [mintOf(TOKEN, 1n)])).toEqual(NOT_A_MINT);
    ledger.execute('alice', management(TOKEN, 0n, { mints: [['Remove', addressOf('bob')]] }));
    expect(ledger.refusal('bob', [mintOf(TOKEN, 1n)])).toEqual(NOT_A_MINT);
  });

  it('V6 admits a sender that an earlier operation makes a mint', () => {
    const ledger = createTestLedger();
    const change = management(TOKEN, 0n, { mints: [['Add', addressOf('alice')]] });
    const operations = [creation(), change, mintOf(TOKEN, 1n)];
    expect(ledger.refusal('alice', operations)).toBe(undefined);
  });

  it('V6 lacks, and does not refuse, a token that is not there', () => {
    const ledger = createTestLedger();
    const early = mintOf(UNKNOWN_TOKEN, 1n);
    expect(ledger.refusal('bob', [early])).toEqual(lacking('Token', UNKNOWN_TOKEN));
    // Minted already, but not created: still nobody knows who may.
    ledger.settle('carol', [early]);
    expect(ledger.refusal('bob', [early])).toEqual(lacking('Token', UNKNOWN_TOKEN));
  });

  it('S4 needs no dependency', () => {
    expect(createTestLedger().missing('bob', [mintOf(UNKNOWN_TOKEN, 1n)])).toEqual([]);
  });

  it.each([
    ['nothing', mintOf(TOKEN, 0n), 'the amount of a Mint is at least 1'],
    ['the native token', mintOf(NATIVE_TOKEN_ID, 1n), 'nobody mints the native token'],
  ])('V6 refuses %s', (_, operation, reason) => {
    expect(createTestLedger().refusal('bob', [operation])).toEqual(notSubmittable(reason));
  });
});
