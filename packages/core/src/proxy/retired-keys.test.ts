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

/** A network in epoch 1, which was left with `other` if there are `signers` that had signed it. */
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
    const answer = answerAtLast(network, submission(payment()));
    expect(answer).toMatchObject({ type: 'Success' });
    const signers = answer?.type === 'Success' ? answer.certificate.signatures : [];
    const { members } = committeeAt(1, FOUR);
    expect(members.map(({ validator }) => validator.address)).toEqual(
      expect.arrayContaining(signers.map(([key]) => key)),
    );
    expect(nonces(network)).toEqual([1n, 1n, 1n, 0n]);
    expect(answerTo(network, submission(payment({ nonce: 1n }), 'next'))).toMatchObject({
      type: 'Success',
    });
  });

  it.each(['a', 'd'])(
    'comes to an end with what nobody would sign, though %s shows it as certified',
    (liar) => {
      const network = createNetwork();
      const unfunded = payment({ amount: 5_000n });
      network.lie(liar, showing(network, unfunded));
      expect(answerTo(network, submission(unfunded), 5_000)).toMatchObject({
        rejection: { code: 'QuorumUnreachable', unsettled: false },
      });
      expect(network.proxyState().submissions.size).toBe(0);
    },
  );

  it('drives nothing of what it had refused for good, nor a late copy of it', () => {
    const network = createNetwork();
    const refused = payment({ amount: 150n });
    const insufficient = { rejection: { code: 'InsufficientFunding' } };
    expect(answerTo(network, submission(refused, 'r1'))).toMatchObject(insufficient);
    const credit = payment({ from: 'carol', to: 'alice', amount: 90n });
    expect(answerTo(network, submission(credit, 'credit'))).toMatchObject({ type: 'Success' });
    network.lie('a', showing(network, refused));
    const all = { tokenBalances: 'all', stateKeys: 'all' } as const;
    network.request({ type: 'GetAccountInfo', requestId: 'account', address: ALICE, ...all });
    while (network.proxyState().submissions.size === 0) network.run(1);
    network.request(submission(refused, 'r1'));
    network.run(4_000);
    expect(new Set(network.answers.slice(-2).map(({ type }) => type))).toEqual(
      new Set(['AccountInfo', 'Rejected']),
    );
    expect(nonces(network)).toEqual([0n, 0n, 0n, 0n]);
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

describe('a proxy that a liar shows as pending what was refused for good', () => {
  it('P4 does not drive it', () => {
    const network = createNetwork();
    const refused = payment({ amount: 150n });
    answerTo(network, submission(refused, 'r1'));
    answerTo(network, submission(payment({ from: 'carol', to: 'alice', amount: 90n }), 'credit'));
    const held = { code: 'PreviousTransactionMustBeConfirmedFirst', rule: 'V4' } as const;
    network.lie('d', (_, { type }) => {
      if (type === 'AnnounceChange') return { type: 'EpochStatus', known: 1, served: 1 };
      if (type !== 'CheckTransaction') return undefined;
      return { type: 'Rejected', rejection: { ...held, pending: [refused] } };
    });
    network.cut('c');
    network.request(submission(payment()));
    network.run(40);
    network.mend('c');
    network.run(4_000);
    expect(network.answers.at(-1)).toMatchObject({
      type: 'Success',
      certificate: { envelope: payment() },
    });
  });
});

describe('C8 a validator that is brought what retired keys have signed since', () => {
  it('settles none of it though it has signed the same in the running epoch', () => {
    const network = createNetwork();
    network.submit('a', payment());
    network.submit('b', other);
    const answers = [
      network.deliver('a', network.certify(payment(), zero)),
      network.deliver('b', network.certify(other, zero)),
    ];
    const refused = { rejection: { code: 'InvalidCertificate', rule: 'C8' } };
    expect(answers).toMatchObject([refused, refused]);
  });

  it('settles what it was left with, also once it has signed that in the running epoch', () => {
    const network = createNetwork(['a', 'b', 'c']);
    expect(network.submit('a', other)).toMatchObject({ type: 'Signed' });
    expect(network.deliver('a', network.certify(other, zero))).toMatchObject({ type: 'Settled' });
  });
});
