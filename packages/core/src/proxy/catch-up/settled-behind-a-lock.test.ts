import { describe, expect, it } from 'vitest';
import {
  type Conduct,
  createTestNetwork,
  showingNone,
  silent,
  submission,
  type TestNetwork,
} from '../../../test/network.ts';
import { certified, payment, rejectionOf } from '../../../test/payments.ts';

/**
 * A network whose validators have settled alice's first payment and locked her second, past the
 * proxy.
 */
function lockedAtTheNext(): TestNetwork {
  const network = createTestNetwork();
  for (const validator of network.validators) {
    validator.deliver(certified(payment()));
    const envelope = payment({ nonce: 1n });
    expect(validator.ask({ type: 'SubmitTransaction', requestId: 'r', envelope }).type).toBe(
      'Signed',
    );
  }
  return network;
}

function conclude(network: TestNetwork): void {
  network.advanceWhile(() => network.answers.length === 0);
}

describe('what has settled at an account that is locked at a later nonce', () => {
  it('P3 is found, though validators name the lock and not the nonce', () => {
    const network = lockedAtTheNext();
    network.send('alice', submission(payment()));
    conclude(network);
    expect(network.answers.map(({ result }) => result)).toEqual([
      { type: 'Success', certificate: certified(payment()) },
    ]);
  });

  it('P4 refuses its rival for the nonce that is used', () => {
    const network = lockedAtTheNext();
    network.send('alice', submission(payment({ amount: 2n })));
    conclude(network);
    expect(network.answers.map(({ result }) => rejectionOf(result))).toEqual([
      { code: 'UnexpectedNonce', rule: 'V5', nonce: 0n, expectedNonce: 1n },
    ]);
  });
});

describe('what has settled and nobody shows', () => {
  it.each(['at the next nonce', 'nowhere'])(
    'P4 is not called refused for good where a single validator is past it and locked %s',
    (where) => {
      const network = createTestNetwork({
        conduct: { v1: silent, v2: silent, v3: silent, v4: showingNone },
      });
      const [, , , last] = network.validators;
      last?.deliver(certified(payment()));
      if (where !== 'nowhere') {
        const envelope = payment({ nonce: 1n });
        last?.ask({ type: 'SubmitTransaction', requestId: 'r', envelope });
      }
      network.send('alice', submission(payment()));
      conclude(network);
      expect(network.answers.map(({ result }) => rejectionOf(result))).toMatchObject([
        { code: 'QuorumUnreachable', unsettled: true },
      ]);
    },
  );

  it('P4 is refused for good where a quorum says that the nonce is not used', () => {
    const rejection = {
      code: 'UnexpectedNonce',
      rule: 'V5',
      nonce: 0n,
      expectedNonce: 1n,
    } as const;
    const lying: Conduct = (message, honest) =>
      message.type === 'CheckTransaction' ? [{ type: 'Rejected', rejection }] : [honest()];
    const network = createTestNetwork({
      conduct: { v1: showingNone, v2: showingNone, v3: showingNone, v4: lying },
    });
    network.send('dave', submission(payment({ from: 'dave' })));
    conclude(network);
    expect(network.answers.map(({ result }) => rejectionOf(result))).toMatchObject([
      { code: 'QuorumUnreachable', unsettled: false },
    ]);
  });
});
