import { type Address, factsOf, type Rejection, type Signature } from '@quorate/protocol';
import { addressOf } from '@quorate/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTestNetwork, silent, submission } from '../../test/network.ts';
import { certified, payment } from '../../test/payments.ts';
import type { Result } from '../message.ts';

const ID = factsOf(payment().transaction).id;

/** Chooses a nonce as a liar would write it. */
function anyNonce() {
  return fc.oneof(
    fc.bigInt({ min: -3n, max: 5n }),
    fc.constantFrom(-(2n ** 200n), 2n ** 64n, 2n ** 200n),
  );
}

function anyRejection(): fc.Arbitrary<Rejection> {
  const anySender = fc.oneof(
    fc.constant(addressOf('alice')),
    fc.string().map((text) => text as Address),
  );
  return fc.oneof(
    anyNonce().map(
      (n): Rejection => ({ code: 'UnexpectedNonce', rule: 'V5', nonce: 0n, expectedNonce: n }),
    ),
    anyNonce().map(
      (n): Rejection => ({
        code: 'MissingEarlierConfirmations',
        rule: 'S3',
        currentNonce: n,
      }),
    ),
    fc.record({ sender: anySender, nonce: anyNonce() }).map(
      (origin): Rejection => ({
        code: 'MissingDependency',
        rule: 'S4',
        missing: [
          { kind: 'Token', id: '', ...origin },
          { kind: 'Token', id: '' },
        ],
      }),
    ),
    fc.constantFrom<Rejection>(
      { code: 'InvalidRequest', rule: 'V1', reason: '' },
      { code: 'EpochEnding', rule: 'V4', epoch: Number.NaN },
      { code: 'PreviousTransactionMustBeConfirmedFirst', rule: 'V4', pending: [] },
      {
        code: 'PreviousTransactionMustBeConfirmedFirst',
        rule: 'V4',
        pending: [payment({ nonce: 5n }), payment({ amount: 2n })],
      },
    ),
  );
}

/** Chooses what a Byzantine validator may answer: anything that has the shape of an answer. */
function anyResult(): fc.Arbitrary<Result> {
  const anyHex = fc.oneof(fc.string(), fc.constant('00'.repeat(64)));
  const short = certified(payment(), []);
  return fc.oneof(
    anyRejection().map((rejection): Result => ({ type: 'Rejected', rejection })),
    fc.record({ validator: fc.string(), signature: anyHex, nextNonce: anyNonce() }).map(
      (said): Result => ({
        type: 'Signed',
        validator: said.validator as Address,
        signature: said.signature as Signature,
        nextNonce: said.nextNonce,
        transactionId: ID,
      }),
    ),
    fc.constantFrom<Result>(
      { type: 'Settled', transactionId: ID, createdTokens: [] },
      { type: 'Success', certificate: certified(payment()) },
      { type: 'Certificates', certificates: [] },
      { type: 'Certificates', certificates: [short, certified(payment())] },
      { type: 'Certificates', certificates: [certified(payment({ amount: 2n }), [])] },
    ),
  );
}

function anyRequestId(): fc.Arbitrary<string> {
  const anyPurpose = fc.constantFrom('sign', 'settle', 'deliver', 'fetch', 'find');
  const anyIndex = fc.constantFrom('0', '3', '4', '-1', '1.5', '1e400', 'x', '', '0:0');
  return fc.oneof(
    { weight: 9, arbitrary: fc.tuple(anyPurpose, anyIndex).map(([p, i]) => `${p}:${ID}:${i}`) },
    { weight: 1, arbitrary: fc.string() },
  );
}

describe('stepProxy', () => {
  it('throws at nothing that f validators say, answers nothing false and settles in the end', () => {
    const anyLies = fc.array(fc.tuple(anyRequestId(), anyResult()), { maxLength: 20, size: 'max' });
    fc.assert(
      fc.property(anyLies, fc.constantFrom('v1', 'v4', 'mallory'), (lies, liar) => {
        const network = createTestNetwork({ conduct: { v2: silent, [liar]: silent } });
        network.send('alice', submission(payment()));
        for (const [requestId, result] of lies) {
          network.send(liar, { type: 'Response', requestId, result });
        }
        if (liar !== 'mallory') expect(network.answers).toEqual([]);
        network.conduct('v2', (_, honest) => [honest()]);
        network.advance();
        network.advance();
        expect(network.answers.map(({ result }) => result.type)).toEqual(['Success']);
      }),
      { numRuns: 200 },
    );
  });

  it('takes no notice of timers that it did not set', () => {
    const { proxy } = createTestNetwork();
    const before = proxy.state();
    for (const id of ['retry:', `retry:${ID}`, 'other', '']) {
      expect(proxy.take({ type: 'Timer', id })).toEqual([]);
    }
    expect(proxy.state()).toBe(before);
  });

  it('refuses bytes that do not decode with InvalidRequest and drives nothing', () => {
    const network = createTestNetwork();
    const before = network.proxy.state();
    const envelope = { transaction: 'zz', signature: '' } as never;
    network.send('alice', submission(envelope));
    expect(network.answers).toMatchObject([
      { result: { type: 'Rejected', rejection: { code: 'InvalidRequest', rule: 'V1' } } },
    ]);
    expect(network.proxy.state()).toBe(before);
  });
});
