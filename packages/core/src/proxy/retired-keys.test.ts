import { transactionId } from '@quorate/protocol';
import { addressOf } from '@quorate/testkit';
import { committeeAt, EpochNetwork, type Lie } from '@quorate/testkit/epoch-network';
import { describe, expect, it } from 'vitest';
import { submission } from '../../test/network.ts';
import { payment } from '../../test/payments.ts';
import type { CertificateSelection, ProxyMessage, Result } from '../message.ts';

const FOUR = ['a', 'b', 'c', 'd'];
const zero = committeeAt(0, FOUR);
const ALICE = addressOf('alice');
const other = payment({ to: 'carol' });

/** A network in epoch 1, which was left with `other` where some had signed it. */
function createNetwork(signers: readonly string[] = []): EpochNetwork {
  const network = new EpochNetwork(FOUR, 4);
  network.join(FOUR, 1);
  for (const operator of signers) network.submit(operator, other);
  network.deliver('a', network.change(zero, FOUR));
  network.run();
  network.request(submission(payment({ from: 'bob', to: 'alice' }), 'first'));
  network.run();
  expect(network.proxyState().committee.epoch).toBe(1);
  return network;
}

/** Says that the account of alice is past its first nonce, and shows a certificate of it. */
function showing(network: EpochNetwork, envelope = other): Lie {
  const forged = network.certify(envelope, zero);
  return (_, { type }) => {
    switch (type) {
      case 'CheckTransaction':
      case 'SubmitTransaction': {
        const nonces = { nonce: 0n, expectedNonce: 1n };
        return { type: 'Rejected', rejection: { code: 'UnexpectedNonce', rule: 'V5', ...nonces } };
      }
      case 'SubmitCertificate':
        return {
          type: 'Settled',
          transactionId: transactionId(envelope.transaction),
          createdTokens: [],
        };
      case 'GetCertificates':
        return { type: 'Certificates', certificates: [forged] };
      case 'GetAccountInfo':
        return {
          type: 'AccountInfo',
          address: ALICE,
          nextNonce: 1n,
          balance: 0n,
          pending: undefined,
          tokenBalances: [],
          stateCells: [],
        };
      case 'AnnounceChange':
        return { type: 'EpochStatus', known: 1, served: 1 };
      default:
        return undefined;
    }
  };
}

function answerTo(network: EpochNetwork, message: ProxyMessage, turns = 4_000): Result | undefined {
  const before = network.answers.length;
  network.request(message);
  network.run(turns);
  return network.answers[before];
}

/** Asks while the liar is one of a quorum, and gives what is answered once all are up. */
function answerAtLast(network: EpochNetwork, message: ProxyMessage): Result | undefined {
  network.cut('c');
  const early = answerTo(network, message, 20);
  network.mend('c');
  network.run(4_000);
  return early ?? network.answers.at(-1);
}

describe('C8 a proxy that a liar shows what retired keys have signed since', () => {
  it('refuses nothing for another transaction at the nonce', () => {
    const network = createNetwork();
    network.lie('d', showing(network));
    expect(answerAtLast(network, submission(payment()))).toMatchObject({
      type: 'Success',
      certificate: { envelope: payment() },
    });
  });

  it('has the members sign this very transaction that they were not left with', () => {
    const network = createNetwork();
    network.lie('d', showing(network, payment()));
    network.cut('c');
    expect(answerTo(network, submission(payment()))).toMatchObject({ type: 'Success' });
    expect(nonces(network)).toEqual([1n, 1n, 0n, 0n]);
  });

  it('believes no nonce that only the liar stands behind', () => {
    const network = createNetwork();
    network.lie('a', showing(network));
    const all = { tokenBalances: 'all', stateKeys: 'all' } as const;
    const address = ALICE;
    const query = { type: 'GetAccountInfo', requestId: 'account', address, ...all } as const;
    expect(answerTo(network, query)).toMatchObject({ type: 'AccountInfo', nextNonce: 0n });
  });

  it.each<[string, CertificateSelection]>([
    ['by its id', { by: 'Id', transactionId: transactionId(other.transaction) }],
    ['by its sender', { by: 'Sender', sender: ALICE, fromNonce: 0n, limit: 10 }],
  ])('shows no such certificate, asked for %s', (_, select) => {
    const network = createNetwork();
    network.lie('d', showing(network));
    const query = { type: 'GetCertificates', requestId: 'certificates', select } as const;
    expect(answerAtLast(network, query)).toEqual({ type: 'Certificates', certificates: [] });
  });
});

function nonces(network: EpochNetwork): readonly bigint[] {
  return FOUR.map((operator) => network.state(operator).ledger.account.get(ALICE)?.nextNonce ?? 0n);
}

describe('C8 a proxy that one member shows what others were left with', () => {
  it('brings it to them, and refuses what else there is for the nonce', () => {
    const network = createNetwork(['a', 'b', 'c']);
    network.lie('d', showing(network));
    for (const operator of ['b', 'c']) network.cut(operator);
    expect(answerTo(network, submission(payment()))).toMatchObject({
      rejection: { code: 'UnexpectedNonce', nonce: 0n, expectedNonce: 1n },
    });
    expect(nonces(network)).toEqual([1n, 0n, 0n, 0n]);
  });
});
