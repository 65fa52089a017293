import { NATIVE_TOKEN_ID } from '@quorate/protocol';
import { addressOf } from '@quorate/testkit';
import { describe, expect, it } from 'vitest';
import { acted, acting } from '../../test/acts.ts';
import { idOf } from '../../test/ledger.ts';
import {
  type Conduct,
  createTestNetwork,
  honestly,
  onlyChecking,
  silent,
  submission,
  type TestNetwork,
} from '../../test/network.ts';
import { decide, deliver, hire, mintOf, offer, UNKNOWN_TOKEN } from '../../test/operations.ts';
import { certified, payment, rejectionOf } from '../../test/payments.ts';

const NAMES = ['v1', 'v2', 'v3', 'v4'];

function broadcasts({ sent }: TestNetwork): readonly string[] {
  return sent.flatMap(({ to, message }) => (message.type === 'SubmitTransaction' ? [to] : []));
}

function locks({ validators }: TestNetwork): number {
  const accounts = validators.flatMap(({ state }) => [...state().ledger.account.values()]);
  return accounts.filter(({ lock }) => lock !== undefined).length;
}

describe('P5', () => {
  it('P5 broadcasts nothing before a quorum would sign', () => {
    const network = createTestNetwork({ conduct: { v3: silent, v4: silent } });
    network.send('alice', submission(payment()));
    expect([broadcasts(network), locks(network), network.proxy.store.rows()]).toEqual([[], 0, []]);
    network.conduct('v3', onlyChecking);
    network.advance();
    expect(broadcasts(network).toSorted((a, b) => (a < b ? -1 : 1))).toEqual(NAMES);
    expect(locks(network)).toBe(2);
  });

  it('P5 refuses what would be refused, and leaves no lock behind', () => {
    const network = createTestNetwork();
    const token = idOf('alice', 5n);
    const refused = acting('dave', 0n, mintOf(NATIVE_TOKEN_ID, 1n), mintOf(token, 1n));
    network.send('dave', submission(refused));
    expect(network.answers.map(({ result }) => rejectionOf(result))).toMatchObject([
      { code: 'NonSubmittableOperation', rule: 'V6', operationIndex: 0 },
    ]);
    expect([broadcasts(network), locks(network)]).toEqual([[], 0]);
    expect(network.advance()).toBe(false);
  });

  it('P5 refuses the delivery for a job that has ended, which a validator would sign', () => {
    const network = createTestNetwork();
    const job = idOf('alice', 0n);
    for (const validator of network.validators) {
      validator.deliver(acted('carol', 0n, offer(NATIVE_TOKEN_ID)));
      validator.deliver(acted('alice', 0n, hire(idOf('carol', 0n))));
      validator.deliver(acted('carol', 1n, decide('Reject', job)));
    }
    network.send('bob', submission(acting('bob', 0n, deliver(job))));
    expect(network.answers.map(({ result }) => rejectionOf(result))).toMatchObject([
      { code: 'NonSubmittableOperation', rule: 'P5' },
    ]);
    expect(locks(network)).toBe(0);
  });

  it('P5 asks those again who would have signed, once another refuses for a reason they have not heard of', () => {
    const network = createTestNetwork({ conduct: { v4: silent } });
    const [first, second, third] = network.validators;
    const ended = acted('carol', 1n, decide('Reject', idOf('alice', 0n)));
    for (const validator of network.validators) {
      validator.deliver(acted('carol', 0n, offer(NATIVE_TOKEN_ID)));
      validator.deliver(acted('alice', 0n, hire(idOf('carol', 0n))));
    }
    third?.deliver(ended);
    network.send('bob', submission(acting('bob', 0n, deliver(idOf('alice', 0n)))));
    for (const validator of [first, second]) validator?.deliver(ended);
    network.advanceWhile(() => network.answers.length === 0);
    expect(network.answers.map(({ result }) => rejectionOf(result))).toMatchObject([
      { code: 'NonSubmittableOperation' },
    ]);
    expect(locks(network)).toBe(0);
  });

  it('P5 does not check what one validator has signed before', () => {
    const network = createTestNetwork({
      conduct: {
        v3: (message, honest) => (message.type === 'CheckTransaction' ? [] : [honest()]),
        v4: silent,
      },
    });
    network.validators[0]?.submit(payment());
    network.send('alice', submission(payment()));
    expect(network.answers.map(({ result }) => result.type)).toEqual(['Success']);
  });

  it('P5 does not check what was broadcast before, though no validator has heard of it', () => {
    const unheard = Object.fromEntries(NAMES.map((name) => [name, onlyChecking]));
    const network = createTestNetwork({ conduct: unheard });
    const job = idOf('alice', 0n);
    const delivery = acting('bob', 0n, deliver(job));
    for (const validator of network.validators) {
      validator.deliver(acted('carol', 0n, offer(NATIVE_TOKEN_ID)));
      validator.deliver(acted('alice', 0n, hire(idOf('carol', 0n))));
    }
    network.send('bob', submission(delivery, 'r1'));
    network.advanceWhile(() => network.answers.length === 0);
    for (const validator of network.validators) {
      validator.deliver(acted('carol', 1n, decide('Reject', job)));
    }
    for (const name of NAMES) network.conduct(name, honestly);
    network.send('bob', submission(delivery, 'r2'));
    expect(network.answers.map(({ result }) => result)).toMatchObject([
      { type: 'Rejected', rejection: { code: 'QuorumUnreachable', unsettled: true } },
      { type: 'Success' },
    ]);
  });

  it('P5 takes neither a stranger’s answer nor an answer about something else for an admission', () => {
    const liar: Conduct = () => [
      { type: 'Admissible', transactionId: '00'.repeat(32) as never },
      { type: 'Signed', validator: addressOf('v3') } as never,
    ];
    const network = createTestNetwork({ conduct: { v3: liar, v4: silent } });
    network.send('alice', submission(payment()));
    expect(broadcasts(network)).toEqual([]);
  });

  it('P5 refuses a nonce that leaves a gap, with the one that f + 1 validators expect', () => {
    const network = createTestNetwork();
    for (const validator of network.validators) validator.deliver(certified(payment()));
    network.send('alice', submission(payment({ nonce: 4n })));
    network.advanceWhile(() => network.answers.length === 0);
    expect(network.answers.map(({ result }) => rejectionOf(result))).toMatchObject([
      { code: 'UnexpectedNonce', rule: 'V5', expectedNonce: 1n },
    ]);
    expect(locks(network)).toBe(0);
  });

  it('P5 refuses what builds on something that nobody can show', () => {
    const network = createTestNetwork();
    network.send('bob', submission(acting('bob', 0n, mintOf(UNKNOWN_TOKEN, 1n))));
    network.advanceWhile(() => network.answers.length === 0);
    expect(network.answers.map(({ result }) => rejectionOf(result))).toMatchObject([
      { code: 'MissingDependency', missing: [{ kind: 'Token', id: UNKNOWN_TOKEN }] },
    ]);
    expect(locks(network)).toBe(0);
  });
});

describe('P6 of what locks the account', () => {
  it('P6 finishes the rival that f + 1 validators hold, and says so', () => {
    const network = createTestNetwork();
    const rival = payment({ amount: 2n });
    for (const validator of network.validators.slice(0, 2)) validator.submit(rival);
    network.send('alice', submission(payment()));
    expect(network.answers.map(({ result }) => rejectionOf(result))).toEqual([
      { code: 'PreviousTransactionMustBeConfirmedFirst', rule: 'V4', pending: [rival] },
    ]);
    expect([
      locks(network),
      network.validators.map(({ state }) => state().ledger.settled.size),
    ]).toEqual([0, [1, 1, 1, 1]]);
  });

  it('P6 finishes an earlier transaction of which nobody has a certificate', () => {
    const network = createTestNetwork();
    for (const validator of network.validators) validator.submit(payment());
    network.send('alice', submission(payment({ nonce: 1n })));
    for (let turn = 0; turn < 3 && network.answers.length === 0; turn++) network.advance();
    expect(network.answers.map(({ result }) => result.type)).toEqual(['Success']);
    expect(network.validators.map(({ state }) => state().ledger.settled.size)).toEqual([
      2, 2, 2, 2,
    ]);
  });

  it('P6 finishes nothing that its sender did not sign', () => {
    const forged = { ...payment({ amount: 2n }), signature: payment({ from: 'bob' }).signature };
    const framing: Conduct = (message, honest) =>
      message.type === 'CheckTransaction'
        ? [
            {
              type: 'Rejected',
              rejection: {
                code: 'PreviousTransactionMustBeConfirmedFirst',
                rule: 'V4',
                pending: [forged],
              },
            },
          ]
        : [honest()];
    const network = createTestNetwork({ conduct: { v1: framing, v3: silent } });
    network.send('alice', submission(payment()));
    network.advance();
    expect(broadcasts(network)).toEqual([]);
    expect(network.proxy.state().submissions.size).toBe(1);
  });
});
