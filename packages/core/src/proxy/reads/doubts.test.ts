import { addressOf } from '@quorate/testkit';
import { describe, expect, it } from 'vitest';
import { type Conduct, createTestNetwork, type TestNetwork } from '../../../test/network.ts';
import { certified, payment } from '../../../test/payments.ts';

/** Reports a nonce far ahead, without a word about the certificate behind it. */
const claiming: Conduct = (message, honest) => {
  if (message.type === 'GetCertificates') return [];
  const answer = honest();
  return [answer.type === 'AccountInfo' ? { ...answer, nextNonce: 99n } : answer];
};

/** Sends a read and tells whether it is answered before any time has passed. */
function isAtOnce(network: TestNetwork): boolean {
  const before = network.answers.length;
  const requestId = `q${before}`;
  network.send('user', {
    type: 'GetAccountInfo',
    requestId,
    address: addressOf('alice'),
    tokenBalances: 'none',
    stateKeys: 'none',
  });
  const isAnswered = network.answers.length > before;
  if (!isAnswered) network.advance();
  expect(network.answers.at(-1)).toMatchObject({ requestId, result: { nextNonce: 1n } });
  return isAnswered;
}

/** A network in which one transaction has settled everywhere; v1 lies while it is told to. */
function setUp() {
  let isLying = true;
  const v1: Conduct = (message, honest) => (isLying ? claiming(message, honest) : [honest()]);
  const network = createTestNetwork({ conduct: { v1 } });
  for (const { deliver } of network.validators) deliver(certified(payment({ nonce: 0n })));
  const lie = (isTo: boolean): void => {
    isLying = isTo;
  };
  return { network, lie };
}

describe('P7', () => {
  it('P7 waits once for a validator that reports nonces and shows no certificates', () => {
    const { network } = setUp();
    expect(Array.from({ length: 5 }, () => isAtOnce(network))).toEqual([
      false,
      true,
      true,
      true,
      true,
    ]);
  });

  it('P7 waits for it again once it has shown many, so that lying now and then gains little', () => {
    const { network, lie } = setUp();
    isAtOnce(network);
    lie(false);
    for (let count = 0; count < 15; count += 1) isAtOnce(network);
    lie(true);
    expect(isAtOnce(network)).toBe(true);
    lie(false);
    isAtOnce(network);
    lie(true);
    expect([isAtOnce(network), isAtOnce(network)]).toEqual([false, true]);
  });

  it('P7 still believes what a doubted validator reports and shows', () => {
    const { network, lie } = setUp();
    isAtOnce(network);
    lie(false);
    const [v1, v2] = network.validators;
    for (const each of [v1, v2]) each?.deliver(certified(payment({ nonce: 1n })));
    network.send('user', {
      type: 'GetAccountInfo',
      requestId: 'later',
      address: addressOf('alice'),
      tokenBalances: 'none',
      stateKeys: 'none',
    });
    network.advance();
    expect(network.answers.at(-1)).toMatchObject({ requestId: 'later', result: { nextNonce: 2n } });
  });
});
