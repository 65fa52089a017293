import {
  factsOf,
  type TransactionEnvelope,
  transactionId,
  type UnversionedOperation,
} from '@quorate/protocol';
import { addressOf } from '@quorate/testkit';
import { describe, expect, it } from 'vitest';
import { createTestLedger, idOf } from '../../../test/ledger.ts';
import { burnOf, creation, mintOf, notSubmittable, transferOf } from '../../../test/operations.ts';
import { certified, rejectionOf, signedBy } from '../../../test/payments.ts';
import { createTestValidator } from '../../../test/validator.ts';

const [BOB, CAROL] = [addressOf('bob'), addressOf('carol')];

/** Signs creations as alice in the shape that names no network. */
function unversioned(count: number): TransactionEnvelope {
  const operations = Array.from({ length: count }, () => creation() as UnversionedOperation);
  return signedBy('alice', {
    release: 'Unversioned',
    transaction: {
      sender: addressOf('alice'),
      recipient: BOB,
      nonce: 0n,
      timestampNanos: 0n,
      claim: { kind: 'Batch', operations },
      archival: null,
    },
  });
}

describe('TokenCreation', () => {
  it('S5 records the token, its mints sorted, and gives the sender the initial amount', () => {
    const ledger = createTestLedger();
    const tokenId = ledger.execute('alice', creation({ mints: [CAROL, BOB], decimals: 255 }));
    expect(ledger.token(tokenId)).toEqual({
      admin: addressOf('alice'),
      name: 'T',
      decimals: 255,
      mints: [BOB, CAROL].sort((a, b) => (a < b ? -1 : 1)),
      updateCount: 0n,
      origin: { sender: addressOf('alice'), nonce: 0n },
    });
    expect(ledger.balance('alice', tokenId)).toBe(1000n);
    expect(ledger.supply(tokenId)).toBe(1000n);
  });

  it('S5 sorts mints the same whatever their order', () => {
    const ledger = createTestLedger();
    const one = ledger.execute('alice', creation({ mints: [CAROL, BOB] }));
    const other = ledger.execute('alice', creation({ mints: [BOB, CAROL] }));
    expect(ledger.token(one)?.mints).toEqual(ledger.token(other)?.mints);
  });

  it('S5 adds to the sums of transfers, mints and burns that came first', () => {
    const ledger = createTestLedger();
    const tokenId = idOf('alice', 0n);
    ledger.settle('bob', [mintOf(tokenId, 30n)]);
    ledger.settle('dave', [transferOf(tokenId, CAROL, 20n), burnOf(tokenId, 4n)]);
    ledger.settle('alice', [creation()]);
    expect(ledger.supply(tokenId)).toBe(1026n);
    expect(['alice', 'carol', 'dave'].map((name) => ledger.balance(name, tokenId))).toEqual([
      1000n,
      20n,
      6n,
    ]);
  });

  it('S5 creates a token with nothing in it, and credits nobody', () => {
    const ledger = createTestLedger();
    const { rows } = ledger.settle('alice', [creation({ initialAmount: 0n })]);
    expect(ledger.supply(idOf('alice', 0n))).toBe(0n);
    expect(ledger.token(idOf('alice', 0n))?.name).toBe('T');
    expect(rows.filter(({ key }) => key.startsWith('credit/'))).toEqual([]);
  });

  it('S5 lists the ids it creates, one per operation', () => {
    const ledger = createTestLedger();
    const { createdTokens } = ledger.settle('alice', [
      creation(),
      mintOf(idOf('alice', 0n), 1n),
      creation(),
    ]);
    expect(createdTokens).toEqual([idOf('alice', 0n, 0), idOf('alice', 0n, 2)]);
  });

  it('V6 refuses a mint that is named twice', () => {
    const refusal = notSubmittable('the mints of a TokenCreation are distinct', 1);
    const twice = creation({ mints: [BOB, CAROL, BOB] });
    expect(createTestLedger().refusal('alice', [creation(), twice])).toEqual(refusal);
  });

  it('V6 lets the un-versioned shape create one token, named by the transaction', () => {
    const validator = createTestValidator();
    const before = validator.state();
    expect(rejectionOf(validator.submit(unversioned(2)))).toEqual(
      notSubmittable('an un-versioned transaction creates at most one token', 1),
    );
    expect(validator.state()).toBe(before);
    const one = unversioned(1);
    expect(validator.submit(one).type).toBe('Signed');
    const tokenId = transactionId(one.transaction) as string;
    expect(validator.deliver(certified(one))).toMatchObject({ createdTokens: [tokenId] });
    expect(validator.state().ledger.token.get(tokenId)?.supply).toBe(1000n);
    expect(factsOf(one.transaction).transaction.tokenIdScheme).toBe('transaction');
  });
});
