import { factsOf, NATIVE_TOKEN_ID } from '@quorate/protocol';
import { addressOf, signerOf } from '@quorate/testkit';
import { describe, expect, it } from 'vitest';
import { genesis, nativeFee, VERIFIER } from '../../test/genesis.ts';
import {
  certified,
  payment,
  rejectionOf,
  signedBy,
  transaction,
  transfer,
} from '../../test/payments.ts';
import { createLockedValidator, createTestValidator } from '../../test/validator.ts';
import type { EncodedEnvelope } from '../message.ts';
import { encodeEnvelope } from '../open-envelope.ts';

describe('submitTransaction: V1 and V2', () => {
  it('V1 takes canonical bytes for the envelope they stand for', () => {
    const validator = createTestValidator();
    const first = validator.submit(encodeEnvelope(payment()));
    expect(validator.submit(payment())).toEqual(first);
    expect(first.type).toBe('Signed');
  });

  it.each([
    [
      'a trailing byte',
      (hex: EncodedEnvelope) => ({ ...hex, transaction: `${hex.transaction}00` }),
    ],
    [
      'a byte too few',
      (hex: EncodedEnvelope) => ({ ...hex, transaction: hex.transaction.slice(2) }),
    ],
    ['text that is not hex', (hex: EncodedEnvelope) => ({ ...hex, transaction: 'zz' })],
    ['an unknown signature tag', (hex: EncodedEnvelope) => ({ ...hex, signature: '07' })],
  ])('V1 refuses %s with InvalidRequest', (_, spoil) => {
    const validator = createTestValidator();
    const before = validator.state();
    const answer = validator.submit(spoil(encodeEnvelope(payment())) as EncodedEnvelope);
    expect(rejectionOf(answer)).toEqual({
      code: 'InvalidRequest',
      rule: 'V1',
      reason: expect.any(String),
    });
    expect(validator.state()).toBe(before);
  });

  it('V1 refuses more operations than the limit and takes exactly as many', () => {
    const validator = createTestValidator();
    const operations = Array.from({ length: 101 }, () => transfer(addressOf('bob'), 1n));
    const before = validator.state();
    expect(rejectionOf(validator.submit(signedBy('alice', transaction(operations))))).toEqual({
      code: 'InvalidRequest',
      rule: 'V1',
      reason: 'the count of operations is at most 100, got 101',
    });
    expect(validator.state()).toBe(before);
    const atLimit = validator.submit(signedBy('alice', transaction(operations.slice(1))));
    expect(atLimit.type).toBe('Signed');
  });

  it('V2 refuses a transaction of another network', () => {
    const validator = createTestValidator();
    const before = validator.state();
    const foreign = transaction([transfer(addressOf('bob'), 1n)], { networkId: 'fast:mainnet' });
    expect(rejectionOf(validator.submit(signedBy('alice', foreign)))).toEqual({
      code: 'NonSubmittableOperation',
      rule: 'V2',
      reason: 'this is fast:localnet; the transaction is for fast:mainnet',
    });
    expect(validator.state()).toBe(before);
  });

  it('V2 takes the un-versioned shape only where genesis allows it', () => {
    const unversioned = signedBy('alice', {
      release: 'Unversioned',
      transaction: {
        sender: addressOf('alice'),
        recipient: addressOf('bob'),
        nonce: 0n,
        timestampNanos: 0n,
        claim: { kind: 'TokenTransfer', tokenId: NATIVE_TOKEN_ID, amount: 1n, userData: null },
        archival: null,
      },
    });
    expect(createTestValidator().submit(unversioned).type).toBe('Signed');
    const strict = createTestValidator({ genesis: genesis({ acceptsUnversioned: false }) });
    expect(rejectionOf(strict.submit(unversioned))).toEqual({
      code: 'NonSubmittableOperation',
      rule: 'V2',
      reason: 'this is fast:localnet; the transaction is for the un-versioned shape',
    });
  });
});

describe('submitTransaction: V4 and V5', () => {
  it('V4 gives the same signature again, and changes and writes nothing', () => {
    const validator = createTestValidator();
    const first = validator.submit(payment());
    const before = validator.state();
    const effects = validator.hear({
      type: 'SubmitTransaction',
      requestId: 'again',
      envelope: payment(),
    });
    expect(effects).toEqual([{ type: 'Reply', to: 'tester', requestId: 'again', result: first }]);
    expect(validator.state()).toBe(before);
  });

  it('V4 refuses a rival of the pending transaction and shows what it holds', () => {
    const validator = createTestValidator();
    validator.submit(payment());
    const before = validator.state();
    expect(rejectionOf(validator.submit(payment({ amount: 2n })))).toEqual({
      code: 'PreviousTransactionMustBeConfirmedFirst',
      rule: 'V4',
      pending: [payment()],
    });
    expect(validator.state()).toBe(before);
  });

  it('V4 refuses both rivals, and any third, while the account is contested', () => {
    const rivals = [payment({ amount: 2n }), payment({ amount: 3n })] as const;
    const restarted = createLockedValidator({ kind: 'contested', envelopes: rivals });
    const before = restarted.state();
    for (const envelope of [...rivals, payment()]) {
      expect(rejectionOf(restarted.submit(envelope))).toEqual({
        code: 'PreviousTransactionMustBeConfirmedFirst',
        rule: 'V4',
        pending: rivals,
      });
    }
    expect(restarted.state()).toBe(before);
  });

  it('V4 signs what it holds as pending without a signature of its own, and nothing else', () => {
    const lock = { kind: 'pending', envelope: payment(), signature: undefined } as const;
    const restarted = createLockedValidator(lock);
    expect(rejectionOf(restarted.submit(payment({ amount: 2n }))).code).toBe(
      'PreviousTransactionMustBeConfirmedFirst',
    );
    expect(restarted.submit(payment()).type).toBe('Signed');
  });

  it.each([
    ['above', 1n],
    ['far above', 2n ** 63n - 1n],
  ])('V5 refuses a nonce %s the next with the one expected', (_, nonce) => {
    const validator = createTestValidator();
    const before = validator.state();
    expect(rejectionOf(validator.submit(payment({ nonce })))).toEqual({
      code: 'UnexpectedNonce',
      rule: 'V5',
      nonce,
      expectedNonce: 0n,
    });
    expect(validator.state()).toBe(before);
  });

  it('V5 refuses a settled nonce, even for the transaction that settled there', () => {
    const validator = createTestValidator();
    validator.deliver(certified(payment()));
    const before = validator.state();
    expect(rejectionOf(validator.submit(payment()))).toEqual({
      code: 'UnexpectedNonce',
      rule: 'V5',
      nonce: 0n,
      expectedNonce: 1n,
    });
    expect(validator.state()).toBe(before);
  });
});

describe('submitTransaction: V6 and V7', () => {
  it('V6 refuses a transfer above the balance, and signs one of all of it', () => {
    const validator = createTestValidator();
    const before = validator.state();
    expect(rejectionOf(validator.submit(payment({ amount: 101n })))).toEqual({
      code: 'InsufficientFunding',
      rule: 'V6',
      operationIndex: 0,
      tokenId: NATIVE_TOKEN_ID,
      currentBalance: 100n,
      required: 101n,
    });
    expect(validator.state()).toBe(before);
    expect(validator.submit(payment({ amount: 100n })).type).toBe('Signed');
  });

  it('V6 shows each operation the effects of those before it', () => {
    const validator = createTestValidator();
    const toBob = (amount: bigint) => transfer(addressOf('bob'), amount);
    const overdrawn = signedBy('alice', transaction([toBob(60n), toBob(41n)]));
    expect(rejectionOf(validator.submit(overdrawn))).toEqual({
      code: 'InsufficientFunding',
      rule: 'V6',
      operationIndex: 1,
      tokenId: NATIVE_TOKEN_ID,
      currentBalance: 40n,
      required: 41n,
    });
    // What the sender pays itself it holds again for the next operation.
    const roundTrip = [transfer(addressOf('alice'), 100n), toBob(100n)];
    expect(validator.submit(signedBy('alice', transaction(roundTrip))).type).toBe('Signed');
  });

  it.each([
    ['no operation', [], undefined, 'a transaction has at least one operation'],
    [
      'a transfer of nothing',
      [transfer(addressOf('bob'), 0n)],
      0,
      'operation 0: the amount of a TokenTransfer is at least 1',
    ],
  ] as const)('V6 refuses %s', (_, operations, operationIndex, reason) => {
    const validator = createTestValidator();
    const before = validator.state();
    expect(rejectionOf(validator.submit(signedBy('alice', transaction(operations))))).toEqual({
      code: 'NonSubmittableOperation',
      rule: 'V6',
      reason,
      ...(operationIndex === undefined ? {} : { operationIndex }),
    });
    expect(validator.state()).toBe(before);
  });

  it('V6 takes an account that was never seen for one that holds nothing', () => {
    const validator = createTestValidator();
    expect(rejectionOf(validator.submit(payment({ from: 'dave' })))).toMatchObject({
      code: 'InsufficientFunding',
      currentBalance: 0n,
    });
  });

  it('V7 asks for the fee after the operations', () => {
    const validator = createTestValidator({ genesis: genesis({ fees: nativeFee(5n) }) });
    const before = validator.state();
    expect(rejectionOf(validator.submit(payment({ amount: 96n })))).toEqual({
      code: 'InsufficientFunding',
      rule: 'V7',
      tokenId: NATIVE_TOKEN_ID,
      currentBalance: 4n,
      required: 5n,
    });
    expect(validator.state()).toBe(before);
    expect(validator.submit(payment({ amount: 95n })).type).toBe('Signed');
  });

  it('V7 refuses a fee token that is not in the table', () => {
    const validator = createTestValidator({ genesis: genesis({ fees: nativeFee(5n) }) });
    const other = '11'.repeat(32) as typeof NATIVE_TOKEN_ID;
    const before = validator.state();
    const operations = [transfer(addressOf('bob'), 1n)];
    const envelope = signedBy('alice', transaction(operations, { feeToken: other }));
    expect(rejectionOf(validator.submit(envelope))).toEqual({
      code: 'NonSubmittableOperation',
      rule: 'V7',
      reason: `fees cannot be paid in ${other}`,
    });
    expect(validator.state()).toBe(before);
  });
});

describe('submitTransaction: V8 and V9', () => {
  it('V8 writes the lock before the answer, and the lock is all that changes', () => {
    const validator = createTestValidator();
    const before = validator.state();
    const effects = validator.hear({
      type: 'SubmitTransaction',
      requestId: 'r1',
      envelope: payment(),
    });
    const signature = signerOf('v1').sign(factsOf(payment().transaction).signingBytes);
    const account = {
      nextNonce: 0n,
      creditCount: 0,
      lock: { kind: 'pending', envelope: payment(), signature },
    };
    expect(effects).toEqual([
      { type: 'Persist', writes: [{ key: `account/${addressOf('alice')}`, value: account }] },
      {
        type: 'Reply',
        to: 'tester',
        requestId: 'r1',
        result: {
          type: 'Signed',
          validator: addressOf('v1'),
          signature,
          nextNonce: 0n,
          transactionId: factsOf(payment().transaction).id,
        },
      },
    ]);
    const after = validator.state().ledger;
    expect(after.account.get(addressOf('alice'))).toEqual(account);
    expect({ ...after, account: undefined }).toEqual({ ...before.ledger, account: undefined });
  });

  it('V8 keeps the lock across a restart: no rival is signed', () => {
    const validator = createTestValidator();
    const first = validator.submit(payment());
    const restarted = createTestValidator({ store: validator.store });
    expect(rejectionOf(restarted.submit(payment({ amount: 2n }))).code).toBe(
      'PreviousTransactionMustBeConfirmedFirst',
    );
    expect(restarted.submit(payment())).toEqual(first);
  });

  it('V9 signs the bytes that the sender signed, under its own name', () => {
    const answer = createTestValidator({ name: 'v3' }).submit(payment());
    if (answer.type !== 'Signed') throw new Error(`expected a signature, got ${answer.type}`);
    const { signingBytes, id } = factsOf(payment().transaction);
    expect(answer).toMatchObject({
      validator: addressOf('v3'),
      nextNonce: 0n,
      transactionId: id,
    });
    expect(VERIFIER.verify(addressOf('v3'), signingBytes, answer.signature)).toBe(true);
  });
});
