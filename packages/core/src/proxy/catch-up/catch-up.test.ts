import {
  type Address,
  factsOf,
  type Rejection,
  type TransactionCertificate,
} from '@quorate/protocol';
import { describe, expect, it } from 'vitest';
import {
  type Conduct,
  createTestNetwork,
  honestly,
  silent,
  submission,
  type TestNetwork,
} from '../../../test/network.ts';
import { certified, payment, paymentElsewhere, rejectionOf } from '../../../test/payments.ts';

function settledNonces({ validators }: TestNetwork, index: number): readonly string[] {
  const keys = validators[index]?.state().ledger.settled.keys() ?? [];
  return [...keys].map((key) => key.slice(-1)).toSorted((a, b) => (a < b ? -1 : 1));
}

function deliveredTo({ sent }: TestNetwork, name: string): readonly TransactionCertificate[] {
  return sent.flatMap(({ to, message }) =>
    to === name && message.type === 'SubmitCertificate' ? [message.certificate] : [],
  );
}

const HISTORY = [0n, 1n, 2n].map((nonce) => certified(payment({ nonce })));

/** A network in which `v4` lacks the certificates of the first three nonces of alice. */
function laggingNetwork(conduct: Readonly<Record<string, Conduct>> = {}): TestNetwork {
  const network = createTestNetwork({ conduct });
  for (const validator of network.validators.slice(0, 3)) {
    for (const certificate of HISTORY) validator.deliver(certificate);
  }
  return network;
}

describe('P6', () => {
  it('P6 brings a lagging validator what it lacks, in nonce order, from other validators', () => {
    // With v1 silent when asked to sign, the quorum needs v4.
    const network = laggingNetwork({
      v1: (message, honest) => (message.type === 'SubmitTransaction' ? [] : [honest()]),
    });
    network.send('alice', submission(payment({ nonce: 3n })));
    expect(network.answers.map(({ result }) => result.type)).toEqual(['Success']);
    expect(settledNonces(network, 3)).toEqual(['0', '1', '2', '3']);
    expect(deliveredTo(network, 'v4').slice(0, 3)).toEqual(HISTORY);
  });

  it('P6 takes what a validator lacks from its own store without asking anybody', () => {
    const network = createTestNetwork({ conduct: { v4: silent } });
    for (const nonce of [0n, 1n, 2n]) network.send('alice', submission(payment({ nonce })));
    network.conduct('v4', honestly);
    network.send('alice', submission(payment({ nonce: 3n })));
    const asked = network.sent.filter(({ message }) => message.type === 'GetCertificates');
    expect(asked).toEqual([]);
    expect(settledNonces(network, 3)).toEqual(['0', '1', '2', '3']);
  });

  it('P6 finishes what a lagging validator still holds as pending', () => {
    const network = laggingNetwork();
    network.validators[3]?.submit(payment({ nonce: 0n }));
    network.send('alice', submission(payment({ nonce: 3n })));
    expect(settledNonces(network, 3)).toEqual(['0', '1', '2', '3']);
  });

  it('P6 brings each certificate once to a validator that holds two rivals at an earlier nonce', () => {
    const pending = [2n, 3n].map((amount) => payment({ nonce: 0n, amount }));
    const network = laggingNetwork({
      v1: ({ type }, honest) => (type === 'SubmitTransaction' ? [] : [honest()]),
      v4: ({ type }, honest) => {
        const isContested = settledNonces(network, 3).length === 0;
        if (!isContested || type === 'SubmitCertificate') return [honest()];
        const code = 'PreviousTransactionMustBeConfirmedFirst';
        return [{ type: 'Rejected', rejection: { code, rule: 'V4', pending } }];
      },
    });
    network.send('alice', submission(payment({ nonce: 3n })));
    const nonces = deliveredTo(network, 'v4').map(
      ({ envelope }) => factsOf(envelope.transaction).transaction.nonce,
    );
    expect(nonces).toEqual([0n, 1n, 2n, 3n]);
  });

  it('P6 finishes what locks an account, though somebody also shows what has settled long ago', () => {
    const [settled] = HISTORY;
    const rejection: Rejection = {
      code: 'PreviousTransactionMustBeConfirmedFirst',
      rule: 'V4',
      pending: settled === undefined ? [] : [settled.envelope],
    };
    const network = createTestNetwork({
      conduct: {
        v1: ({ type }) =>
          type === 'CheckTransaction' || type === 'SubmitTransaction'
            ? [{ type: 'Rejected', rejection }]
            : [],
      },
    });
    for (const validator of network.validators) {
      if (settled !== undefined) validator.deliver(settled);
    }
    const locking = payment({ nonce: 1n, amount: 2n });
    for (const validator of network.validators.slice(1)) validator.submit(locking);
    network.send('alice', submission(payment({ nonce: 1n, amount: 3n })));
    for (let time = 0; time < 20; time += 1) network.advance();
    for (const index of [1, 2, 3]) expect(settledNonces(network, index)).toEqual(['0', '1']);
  });

  it.each([
    ['what the sender signed before', payment({ amount: 2n }), true],
    ['nothing that the sender signed for another network (V2)', paymentElsewhere(), false],
  ])('P6 finishes %s, where one validator says that it holds it', (_, held, isDriven) => {
    const rejection: Rejection = {
      code: 'PreviousTransactionMustBeConfirmedFirst',
      rule: 'V4',
      pending: [held],
    };
    const holding: Conduct = () => [{ type: 'Rejected', rejection }];
    const network = createTestNetwork({ conduct: { v1: holding, v2: silent, v3: silent } });
    network.send('alice', submission(payment()));
    network.advance();
    const submitted = network.sent.flatMap(({ message }) =>
      message.type === 'SubmitTransaction' ? [message.envelope] : [],
    );
    expect(submitted.some(({ signature }) => signature === held.signature)).toBe(isDriven);
  });

  it.each<[string, (real: TransactionCertificate) => TransactionCertificate]>([
    ['too few signatures', (real) => ({ ...real, signatures: real.signatures.slice(1) })],
    ['another nonce', () => certified(payment({ nonce: 7n }))],
    [
      'an undecodable transaction',
      (real) => ({
        ...real,
        envelope: {
          ...real.envelope,
          transaction: {
            release: 'Release20260407',
            transaction: { ...payloadOf(real), nonce: -1n },
          },
        },
      }),
    ],
    [
      'a sender signature that is no hex',
      (real) => ({
        ...real,
        envelope: { ...real.envelope, signature: { kind: 'Signature', signature: 'zz' as never } },
      }),
    ],
  ])('P6 refuses a fetched certificate with %s and waits for a true one', (_, forge) => {
    const forging: Conduct = (message, honest) => {
      const answer = honest();
      return message.type === 'GetCertificates' && answer.type === 'Certificates'
        ? [{ ...answer, certificates: answer.certificates.map(forge) }]
        : [answer];
    };
    const all = laggingNetwork({ v1: forging, v2: forging, v3: forging });
    all.send('alice', submission(payment({ nonce: 3n })));
    expect(deliveredTo(all, 'v4').map((each) => payloadOf(each).nonce)).toEqual([3n]);
    expect(settledNonces(all, 3)).toEqual([]);
    const one = laggingNetwork({ v1: forging });
    one.send('alice', submission(payment({ nonce: 3n })));
    expect(settledNonces(one, 3)).toEqual(['0', '1', '2', '3']);
  });

  it('P4 does not take lag for a refusal, even from f + 1 validators', () => {
    const network = createTestNetwork();
    for (const validator of network.validators.slice(0, 2)) {
      for (const certificate of HISTORY) validator.deliver(certificate);
    }
    network.send('alice', submission(payment({ nonce: 3n })));
    expect(network.answers.map(({ result }) => result.type)).toEqual(['Success']);
  });
});

describe('a validator that names what it lacks without end', () => {
  const endless =
    (rejection: Rejection): Conduct =>
    (message, honest) => {
      if (message.type === 'SubmitTransaction') return [{ type: 'Rejected', rejection }];
      return [honest()];
    };
  const unknown = '11'.repeat(32) as Address;

  it.each<[string, Rejection]>([
    ['the same nonce', { code: 'UnexpectedNonce', rule: 'V5', nonce: 0n, expectedNonce: 0n }],
    [
      'a negative nonce',
      { code: 'UnexpectedNonce', rule: 'V5', nonce: 0n, expectedNonce: -(2n ** 80n) },
    ],
    [
      'a nonce beyond all',
      { code: 'UnexpectedNonce', rule: 'V5', nonce: 0n, expectedNonce: 2n ** 80n },
    ],
    [
      'a million dependencies',
      {
        code: 'MissingDependency',
        rule: 'V6',
        missing: Array.from({ length: 1_000_000 }, () => ({
          kind: 'Token',
          id: '00',
          sender: unknown,
          nonce: 0n,
        })),
      },
    ],
    [
      'a dependency of no address',
      {
        code: 'MissingDependency',
        rule: 'V6',
        missing: [{ kind: 'Token', id: '00', sender: 'no address…' as Address, nonce: -1n }],
      },
    ],
    [
      'an undecodable pending transaction',
      {
        code: 'PreviousTransactionMustBeConfirmedFirst',
        rule: 'V4',
        pending: [{ ...payment(), signature: { kind: 'Signature', signature: 'zz' as never } }],
      },
    ],
  ])('holds up nobody and is answered a bounded number of times: %s', (_, rejection) => {
    const network = laggingNetwork({ v1: endless(rejection) });
    for (const certificate of HISTORY) network.validators[3]?.deliver(certificate);
    network.send('alice', submission(payment({ nonce: 3n })));
    expect(network.answers.map(({ result }) => result.type)).toEqual(['Success']);
    expect(network.sent.length).toBeLessThan(1500);
    expect(network.proxy.store.rows().every(({ key }) => /^[\x20-\x7e]{1,511}$/.test(key))).toBe(
      true,
    );
  });

  it('gets no second certificate while it refuses the first one delivered', () => {
    const stubborn: Conduct = (message, honest) =>
      message.type === 'SubmitCertificate'
        ? [{ type: 'Rejected', rejection: { code: 'InvalidRequest', rule: 'V1', reason: 'no' } }]
        : [honest()];
    const network = laggingNetwork({ v4: stubborn });
    network.send('alice', submission(payment({ nonce: 3n })));
    const delivered = deliveredTo(network, 'v4').length;
    expect(network.answers.map(({ result }) => result.type)).toEqual(['Success']);
    network.advance();
    expect(deliveredTo(network, 'v4').length - delivered).toBeLessThanOrEqual(2);
  });
});

describe('a proven rival', () => {
  it('P4 ends the attempt at once, with the nonce that f + 1 validators report', () => {
    const liar: Conduct = (message, honest) =>
      message.type === 'SubmitTransaction'
        ? [
            {
              type: 'Rejected',
              rejection: {
                code: 'UnexpectedNonce',
                rule: 'V5',
                nonce: 0n,
                expectedNonce: 10n ** 9n,
              },
            },
          ]
        : [honest()];
    const network = createTestNetwork({ conduct: { v1: liar } });
    for (const validator of network.validators) {
      for (const certificate of HISTORY) validator.deliver(certificate);
    }
    network.send('alice', submission(payment({ amount: 9n })));
    expect(network.answers.map(({ result }) => rejectionOf(result))).toEqual([
      { code: 'UnexpectedNonce', rule: 'V5', nonce: 0n, expectedNonce: 3n },
    ]);
    expect(network.proxy.state().submissions.size).toBe(0);
  });

  it('P4 believes no validator that shows no certificate', () => {
    const liar: Conduct = (message, honest) =>
      message.type === 'SubmitTransaction'
        ? [
            {
              type: 'Rejected',
              rejection: { code: 'UnexpectedNonce', rule: 'V5', nonce: 0n, expectedNonce: 1n },
            },
          ]
        : [honest()];
    const network = createTestNetwork({ conduct: { v1: liar, v2: liar } });
    network.send('alice', submission(payment()));
    expect(network.answers).toEqual([]);
    network.conduct('v2', honestly);
    network.advance();
    expect(network.answers.map(({ result }) => result.type)).toEqual(['Success']);
  });
});

function payloadOf({ envelope }: TransactionCertificate) {
  if (envelope.transaction.release !== 'Release20260407') throw new Error('expected 0407');
  return envelope.transaction.transaction;
}
