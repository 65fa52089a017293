import type { TransactionCertificate } from '@quorate/protocol';
import { addressOf, committeeOf } from '@quorate/testkit';
import { describe, expect, it } from 'vitest';
import { type Conduct, createTestNetwork } from '../../../test/network.ts';
import { certified, payment } from '../../../test/payments.ts';

/** Reports that alice is at nonce 3, and shows this for it. */
function claiming(shown: TransactionCertificate): Conduct {
  return (message, honest) => {
    if (message.type === 'GetCertificates')
      return [{ type: 'Certificates', certificates: [shown] }];
    const answer = honest();
    return [answer.type === 'AccountInfo' ? { ...answer, nextNonce: 3n } : answer];
  };
}

/** Reads the account of alice, with one validator that claims this, and gives the answers. */
function read(shown: TransactionCertificate) {
  const network = createTestNetwork({ conduct: { v1: claiming(shown) } });
  const parts = { tokenBalances: 'none', stateKeys: 'none' } as const;
  network.send('user', {
    type: 'GetAccountInfo',
    requestId: 'q',
    address: addressOf('alice'),
    ...parts,
  });
  return network.answers.map(({ result }) => result);
}

const two = committeeOf(4).slice(0, 2);

describe('P7 a nonce', () => {
  it.each([
    ['that no quorum signed', certified(payment({ nonce: 2n }), two)],
    ['of another nonce', certified(payment({ nonce: 1n }))],
    ['of another sender', certified(payment({ from: 'bob', nonce: 2n }))],
    [
      'with signatures of something else',
      { ...certified(payment({ nonce: 2n })), signatures: certified(payment()).signatures },
    ],
  ])('is not believed with a certificate %s', (_, shown) => {
    expect(read(shown)).toMatchObject([{ type: 'AccountInfo', nextNonce: 0n, balance: 100n }]);
  });

  it('is believed with its certificate, so that nothing older is told', () => {
    expect(read(certified(payment({ nonce: 2n })))).toEqual([]);
  });
});
