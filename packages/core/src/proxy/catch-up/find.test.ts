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
});
