import {
  AMOUNT_MAX,
  factsOf,
  NATIVE_TOKEN_ID,
  type Operation,
  type TransactionCertificate,
} from '@quorate/protocol';
import { addressOf } from '@quorate/testkit';
import { describe, expect, it } from 'vitest';
import { acted, acting } from '../../test/acts.ts';
import { idOf } from '../../test/ledger.ts';
import { creation, decide, deliver, hire, mintOf, offer } from '../../test/operations.ts';
import { payment, rejectionOf } from '../../test/payments.ts';
import { createTestValidator, type TestValidator } from '../../test/validator.ts';
import type { Result } from '../message.ts';
import { withoutSignature } from '../proxy/answers/without-signature.ts';

function check(validator: TestValidator, envelope: ReturnType<typeof payment>): Result {
  return validator.ask({ type: 'CheckTransaction', requestId: 'r', envelope });
}

function validatorWith(...history: readonly TransactionCertificate[]): TestValidator {
  const validator = createTestValidator();
  for (const certificate of history) {
    if (validator.deliver(certificate).type !== 'Settled') throw new Error('expected to settle');
  }
  return validator;
}

describe('CheckTransaction', () => {
  it('P5 says that it would sign, and neither signs, locks nor writes', () => {
    const validator = createTestValidator();
    const before = validator.state();
    const effects = validator.hear({
      type: 'CheckTransaction',
      requestId: 'r',
      envelope: payment(),
    });
    const transactionId = factsOf(payment().transaction).id;
    expect(effects).toMatchObject([
      { type: 'Reply', result: { type: 'Admissible', transactionId } },
    ]);
    expect(validator.state()).toBe(before);
  });

  it('P5 answers with the signature where it has signed, whatever has changed since', () => {
    const validator = createTestValidator();
    const signed = validator.submit(payment());
    expect(check(validator, payment())).toEqual(signed);
  });

  it.each([
    ['V6', acting('alice', 0n), 'NonSubmittableOperation'],
    ['V5', payment({ nonce: 4n }), 'UnexpectedNonce'],
    ['V6', payment({ amount: 101n }), 'InsufficientFunding'],
  ])('P5 refuses what %s refuses', (_, envelope, code) => {
    const validator = createTestValidator();
    const before = validator.state();
    expect(rejectionOf(check(validator, envelope)).code).toBe(code);
    expect(validator.state()).toBe(before);
  });

  it('P5 needs no signature of the sender, but no validator key may be the sender (V3)', () => {
    const validator = createTestValidator();
    const asked = (from: string) => check(validator, withoutSignature(payment({ from })));
    expect(asked('alice').type).toBe('Admissible');
    expect(rejectionOf(asked('v1'))).toMatchObject({ code: 'InvalidSignature', rule: 'V3' });
    expect(rejectionOf(validator.submit(withoutSignature(payment())))).toMatchObject({
      rule: 'V3',
    });
  });

  it('P5 refuses a transaction that is not the one that is meant: it was damaged on its way', () => {
    const validator = createTestValidator();
    const { id: transactionId } = factsOf(payment().transaction);
    const ask = (envelope: ReturnType<typeof payment>) =>
      validator.ask({ type: 'CheckTransaction', requestId: 'r', envelope, transactionId });
    // By itself the other one would be refused for good, as if it were what the sender has signed.
    for (const amount of [2n, 101n]) {
      expect(rejectionOf(ask(payment({ amount })))).toMatchObject({
        ...{ code: 'InvalidRequest', rule: 'V1' },
      });
    }
    expect(ask(payment()).type).toBe('Admissible');
  });

  it('P5 refuses a rival of what the lock holds', () => {
    const validator = createTestValidator();
    validator.submit(payment());
    expect(rejectionOf(check(validator, payment({ amount: 2n })))).toEqual({
      code: 'PreviousTransactionMustBeConfirmedFirst',
      rule: 'V4',
      pending: [payment()],
    });
  });
});

describe('what validators admit and a proxy does not send', () => {
  const token = idOf('alice', 0n);
  const config = idOf('carol', 0n);
  const job = idOf('alice', 0n);
  const join = (address: string): Operation => ({
    kind: 'JoinCommittee',
    config: { address: addressOf(address), host: 'h', rpcPort: 0 },
  });
  const ended = (kind: 'Reject' | 'Complete') => [
    acted('carol', 0n, offer(NATIVE_TOKEN_ID)),
    acted('alice', 0n, hire(config)),
    ...(kind === 'Complete' ? [acted('bob', 0n, deliver(job))] : []),
    acted('carol', 1n, decide(kind, job)),
  ];

  it.each<[string, readonly TransactionCertificate[], ReturnType<typeof payment>, string]>([
    [
      'a mint past 2^256 - 1',
      [acted('alice', 0n, creation({ initialAmount: AMOUNT_MAX }))],
      acting('bob', 0n, mintOf(token, 1n)),
      'the supply of a token is at most 2^256 - 1',
    ],
    [
      'a delivery for a refunded job',
      ended('Reject'),
      acting('bob', 0n, deliver(job)),
      'the job is Refunded',
    ],
    [
      'a request for its sender’s own key',
      [],
      acting('alice', 0n, join('alice')),
      `${addressOf('alice')} cannot become a validator key`,
    ],
    [
      'a request for a key that has sent',
      [acted('bob', 0n, ...[creation()])],
      acting('alice', 0n, join('bob')),
      `${addressOf('bob')} cannot become a validator key`,
    ],
    [
      'a request for a present member',
      [],
      acting('alice', 0n, join('v2')),
      `${addressOf('v2')} was a member of a committee before`,
    ],
    [
      'the leaving of somebody who is no operator',
      [],
      acting('alice', 0n, { kind: 'LeaveCommittee' }),
      'the sender is not an operator of the committee',
    ],
  ])('P5 refuses %s, which V6 admits', (_, history, envelope, reason) => {
    const validator = validatorWith(...history);
    expect(rejectionOf(check(validator, envelope))).toEqual({
      code: 'NonSubmittableOperation',
      rule: 'P5',
      operationIndex: 0,
      reason: `operation 0: ${reason}`,
    });
    expect(validator.submit(envelope).type).toBe('Signed');
  });

  it('P5 admits the same at the limit', () => {
    const almost = creation({ initialAmount: AMOUNT_MAX - 1n });
    const minted = validatorWith(acted('alice', 0n, almost));
    expect(check(minted, acting('bob', 0n, mintOf(token, 1n))).type).toBe('Admissible');
    const hired = validatorWith(...ended('Reject').slice(0, 2));
    expect(check(hired, acting('bob', 0n, deliver(job))).type).toBe('Admissible');
    const fresh = createTestValidator();
    expect(check(fresh, acting('alice', 0n, join('new'))).type).toBe('Admissible');
    const leaving = acting('operator1', 0n, { kind: 'LeaveCommittee' });
    expect(check(fresh, leaving).type).toBe('Admissible');
  });

  it('C2 lets a candidate give up its place in the queue as long as it waits for a seat', () => {
    const leaving = (nonce: bigint) => acting('alice', nonce, { kind: 'LeaveCommittee' });
    const waiting = validatorWith(acted('alice', 0n, join('new')));
    expect(check(waiting, leaving(1n)).type).toBe('Admissible');
    const both = acting('alice', 0n, join('new'), { kind: 'LeaveCommittee' });
    expect(check(createTestValidator(), both).type).toBe('Admissible');
    // A key that has had a seat no longer waits for one.
    const seated = validatorWith(acted('alice', 0n, join('v2')));
    expect(rejectionOf(check(seated, leaving(1n)))).toMatchObject({ rule: 'P5' });
    expect(
      rejectionOf(check(waiting, acting('bob', 0n, { kind: 'LeaveCommittee' }))),
    ).toMatchObject({ rule: 'P5' });
  });

  it('P5 sees the effects of the operations before it', () => {
    const minted = validatorWith(acted('alice', 0n, creation({ initialAmount: AMOUNT_MAX - 1n })));
    const twice = acting('bob', 0n, mintOf(token, 1n), mintOf(token, 1n));
    expect(rejectionOf(check(minted, twice))).toMatchObject({ rule: 'P5', operationIndex: 1 });
  });
});
