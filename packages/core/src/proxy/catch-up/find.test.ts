import { type Bytes32, factsOf } from '@quorate/protocol';
import { describe, expect, it } from 'vitest';
import { holdingBack, showing } from '../../../test/late.ts';
import {
  type Conduct,
  createTestNetwork,
  refusing,
  silent,
  submission,
} from '../../../test/network.ts';
import { certified, payment, rejectionOf } from '../../../test/payments.ts';
import type { ValidatorMessage } from '../../message.ts';

/** Says that the payment has settled, and that its certificate is pruned. */
const pruning: Conduct = (message, honest) => {
  const { id, transaction } = factsOf(payment().transaction);
  const { sender, nonce } = transaction;
  const past = { code: 'UnexpectedNonce', rule: 'V5', nonce, expectedNonce: 1n } as const;
  const hash = '00'.repeat(32) as Bytes32;
  const gone = { sender, nonce, transactionId: id, settledAt: 0n, hash };
  return showing(message)
    ? [{ type: 'Certificates', certificates: [], pruned: [gone] }]
    : refusing(past)(message, honest);
};

describe('what has settled at the nonce', () => {
  it('P3 is found though validators say late that they had nothing to show before', () => {
    const past = { code: 'UnexpectedNonce', rule: 'V5', nonce: 0n, expectedNonce: 1n } as const;
    const v4: Conduct = (message, honest) =>
      showing(message)
        ? [{ type: 'Certificates', certificates: [] }]
        : refusing(past)(message, honest);
    const network = createTestNetwork({ conduct: { v2: silent, v4 } });
    const letGo = ['v1', 'v3'].map((name) => holdingBack(network, name, showing));
    network.send('alice', submission(payment()));
    for (const validator of network.validators) validator.deliver(certified(payment()));
    network.advance();
    for (const one of [...letGo, ...letGo]) one();
    expect(network.answers.map(({ result }) => result.type)).toEqual(['Success']);
  });

  it('V5 is a rival: its nonce is named as used where only one tells how far the account is', () => {
    const conduct = { v2: silent, v3: silent, v4: silent };
    const network = createTestNetwork({ conduct });
    const rival = payment({ amount: 2n });
    for (const paid of [rival, payment({ nonce: 1n })]) {
      network.validators[0]?.deliver(certified(paid));
    }
    network.send('alice', submission(payment()));
    network.advanceWhile(() => network.answers.length === 0);
    expect(network.answers.map(({ result }) => rejectionOf(result))).toEqual([
      { code: 'UnexpectedNonce', rule: 'V5', nonce: 0n, expectedNonce: 1n },
    ]);
  });

  it('V5 is a rival: in the first round its refusal waits for how far the account is', () => {
    const network = createTestNetwork({ conduct: { v4: silent } });
    for (const paid of [payment({ amount: 2n }), payment({ nonce: 1n })]) {
      for (const validator of network.validators) validator.deliver(certified(paid));
    }
    const checked = ({ type }: ValidatorMessage) => type === 'CheckTransaction';
    const ofV2 = holdingBack(network, 'v2', checked);
    const ofV3 = holdingBack(network, 'v3', (message) => checked(message) || showing(message));
    network.send('alice', submission(payment()));
    expect(network.answers).toEqual([]);
    for (const letGo of [ofV2, ofV3, ofV3]) letGo();
    expect(network.answers.map(({ result }) => rejectionOf(result))).toEqual([
      { code: 'UnexpectedNonce', rule: 'V5', nonce: 0n, expectedNonce: 2n },
    ]);
  });

  it.each([
    ['not pruned on the word of one validator that says so twice', {}, 'Success'],
    ['pruned once f + 1 say so', { v2: pruning, v4: silent }, 'Rejected'],
  ])('P7 is %s', (_, others, type) => {
    const v1: Conduct = (message, honest) => {
      const answers = pruning(message, honest);
      return [...answers, ...answers];
    };
    const network = createTestNetwork({ conduct: { v1, ...others } });
    network.send('alice', submission(payment()));
    network.advanceWhile(() => network.answers.length === 0);
    expect(network.answers).toMatchObject([
      {
        result: type === 'Success' ? { type } : { type, rejection: { code: 'CertificatePruned' } },
      },
    ]);
  });
});
