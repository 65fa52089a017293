import { factsOf, NATIVE_TOKEN_ID, type TransactionEnvelope } from '@quorate/protocol';
import { addressOf } from '@quorate/testkit';
import { describe, expect, it } from 'vitest';
import { acted, acting } from '../../../test/acts.ts';
import { idOf } from '../../../test/ledger.ts';
import {
  type Conduct,
  createTestNetwork,
  honestly,
  refusingToSign,
  silent,
  submission,
  type TestNetwork,
  type TestNetworkOptions,
} from '../../../test/network.ts';
import { burnOf, creation, hire, mintOf, offer, transferOf } from '../../../test/operations.ts';
import { certified, payment, rejectionOf, shortOf, transfer } from '../../../test/payments.ts';
import { PROXY_TIMINGS } from '../state.ts';

/** A proxy that remembers. Alice has made a payment of 10 through it. */
function paidOnce(options: TestNetworkOptions = {}): TestNetwork {
  const network = createTestNetwork({ precheck: 'remembered', ...options });
  network.send('alice', submission(payment({ amount: 10n }), 'first'));
  expect(network.answers.at(-1)?.result.type).toBe('Success');
  return network;
}

/** How many validators are asked whether they would sign it. */
function askedAbout({ sent }: TestNetwork, envelope: TransactionEnvelope): number {
  const { id } = factsOf(envelope.transaction);
  const asked = sent.filter(
    ({ message }) => message.type === 'CheckTransaction' && message.transactionId === id,
  );
  return new Set(asked.map(({ to }) => to)).size;
}

function sentThen(network: TestNetwork, envelope: TransactionEnvelope) {
  network.send('alice', submission(envelope, 'then'));
  const result = network.answers.at(-1)?.result;
  return { asked: askedAbout(network, envelope), type: result?.type };
}

const SECOND = payment({ nonce: 1n, amount: 90n });

/** Tells more than there is whenever it is asked for a balance. */
const boasting: Conduct = (_message, honest) => {
  const result = honest();
  return [result.type === 'Admissible' ? { ...result, balance: 1_000_000n } : result];
};

describe('a proxy that remembers', () => {
  it('P5 has what it knows to be admissible signed at once: 18 messages in place of 26', () => {
    const network = paidOnce();
    const before = network.sent.length;
    expect(sentThen(network, SECOND)).toEqual({ asked: 0, type: 'Success' });
    // Eight of the others are the answers, and two are the client's.
    expect(network.sent.length - before).toBe(8);
  });

  it('P5 goes on like that from payment to payment, down to the last token', () => {
    const network = paidOnce();
    for (let nonce = 1n; nonce <= 9n; nonce += 1n) {
      const next = payment({ nonce, amount: 10n });
      expect(sentThen(network, next)).toEqual({ asked: 0, type: 'Success' });
    }
    const beyond = payment({ nonce: 10n });
    expect(sentThen(network, beyond)).toMatchObject({ asked: 4, type: 'Rejected' });
  });

  it('P5 asks as ever unless it is told to remember', () => {
    const network = paidOnce({ precheck: 'asked' });
    expect(sentThen(network, SECOND)).toEqual({ asked: 4, type: 'Success' });
    expect(network.sent.filter(({ message }) => 'asksBalance' in message)).toEqual([]);
  });

  it('P5 asks where a payment is of more than is left, and refuses only what is refused', () => {
    const credit = certified(payment({ from: 'bob', to: 'alice', amount: 50n }));
    const [poor, rich] = [paidOnce(), paidOnce()];
    for (const validator of rich.validators) validator.deliver(credit);
    const large = payment({ nonce: 1n, amount: 91n });
    expect(sentThen(poor, large)).toEqual({ asked: 4, type: 'Rejected' });
    expect(sentThen(rich, large)).toEqual({ asked: 4, type: 'Success' });
  });

  it('P5 counts the fee as well', () => {
    const fees = {
      amounts: { [NATIVE_TOKEN_ID]: 1n },
      defaultToken: NATIVE_TOKEN_ID,
      account: addressOf('collector'),
    };
    expect(sentThen(paidOnce({ fees }), payment({ nonce: 1n, amount: 88n })).asked).toBe(0);
    expect(sentThen(paidOnce({ fees }), payment({ nonce: 1n, amount: 89n })).asked).toBe(4);
  });

  it('P5 adds up the payments of a batch, and asks about a batch of anything else', () => {
    const pay = (amount: bigint) => transfer(addressOf('bob'), amount);
    const asked = (...amounts: readonly bigint[]) =>
      sentThen(paidOnce(), acting('alice', 1n, ...amounts.map(pay))).asked;
    expect([asked(40n, 50n), asked(40n, 51n), asked(40n, 0n)]).toEqual([0, 4, 4]);
    const mixed = acting('alice', 1n, pay(1n), mintOf(idOf('alice', 5n), 1n));
    expect(sentThen(paidOnce(), mixed).asked).toBe(4);
  });

  it('P5 asks about everything but payments, and knows what it has left for the next payment', () => {
    const network = paidOnce();
    const gold = idOf('alice', 1n);
    const others = [
      creation({ mints: [addressOf('alice')] }),
      mintOf(gold, 1n),
      transferOf(gold, addressOf('bob'), 1n),
      burnOf(NATIVE_TOKEN_ID, 20n),
    ];
    for (const [index, operation] of others.entries()) {
      const other = acting('alice', BigInt(index + 1), operation);
      expect(sentThen(network, other)).toEqual({ asked: 4, type: 'Success' });
    }
    const all = payment({ nonce: 5n, amount: 70n });
    expect(sentThen(network, all)).toEqual({ asked: 0, type: 'Success' });
    expect(sentThen(network, payment({ nonce: 6n }))).toMatchObject({ asked: 4, type: 'Rejected' });
  });

  it('P5 asks about what follows an escrow job, whose terms say what it took', () => {
    const network = paidOnce();
    for (const validator of network.validators) {
      validator.deliver(certified(acting('carol', 0n, offer(NATIVE_TOKEN_ID))));
    }
    const job = acting('alice', 1n, hire(idOf('carol', 0n), { providerFee: 10n }));
    expect(sentThen(network, job)).toEqual({ asked: 4, type: 'Success' });
    expect(sentThen(network, payment({ nonce: 2n }))).toEqual({ asked: 4, type: 'Success' });
    expect(sentThen(network, payment({ nonce: 3n }))).toEqual({ asked: 0, type: 'Success' });
  });

  it('P5 needs the word of a quorum, of which f may lie', () => {
    const conduct = { v4: silent };
    expect(sentThen(paidOnce({ conduct }), SECOND).asked).toBe(0);
    const larger = payment({ nonce: 1n, amount: 91n });
    const lying = paidOnce({ conduct: { v1: boasting } });
    expect(sentThen(lying, larger)).toEqual({ asked: 4, type: 'Rejected' });
    const two = paidOnce({ conduct: { ...conduct, v1: boasting, v2: boasting } });
    expect(sentThen(two, larger).asked).toBe(4);
  });

  it('P5 uses what it was told once: a rival at the same nonce is asked about', () => {
    const network = paidOnce();
    const rival = payment({ nonce: 1n, amount: 2n });
    for (const name of ['v1', 'v2', 'v3', 'v4']) network.conduct(name, silent);
    expect(sentThen(network, SECOND).asked).toBe(0);
    expect(sentThen(network, rival).asked).toBe(4);
  });

  it('P5 believes a member no more that refuses what it seemed to admit', () => {
    const network = paidOnce();
    const second = payment({ nonce: 1n });
    for (const name of ['v3', 'v4']) network.conduct(name, refusingToSign(shortOf(1n)));
    network.send('alice', submission(second, 'refused'));
    network.advanceWhile(() => network.answers.length < 2);
    for (const name of ['v3', 'v4']) network.conduct(name, honestly);
    expect(sentThen(network, second)).toEqual({ asked: 0, type: 'Success' });
    const third = payment({ nonce: 2n });
    network.send('alice', submission(third, 'third'));
    expect(askedAbout(network, third)).toBe(4);
    // All of them have told anew.
    network.send('alice', submission(payment({ nonce: 3n }), 'fourth'));
    expect(askedAbout(network, payment({ nonce: 3n }))).toBe(0);
  });

  it('P5 believes nothing for longer than a client waits, nor after its clock was set back', () => {
    const { deadlineNanos } = PROXY_TIMINGS;
    const after = (nanos: bigint) => {
      const network = paidOnce();
      network.wait(nanos);
      return sentThen(network, SECOND).asked;
    };
    expect([after(deadlineNanos), after(deadlineNanos + 1n), after(-1n)]).toEqual([0, 4, 4]);
  });

  it('P5 remembers nothing over a restart', () => {
    const first = paidOnce();
    const { store } = first.proxy;
    const network = createTestNetwork({ precheck: 'remembered', store, now: first.now() + 1n });
    for (const validator of network.validators) {
      validator.deliver(certified(payment({ amount: 10n })));
    }
    expect(sentThen(network, SECOND)).toEqual({ asked: 4, type: 'Success' });
  });

  it('P5 asks where somebody else has used a nonce of the account', () => {
    const network = paidOnce();
    const elsewhere = acted('alice', 1n, transfer(addressOf('bob'), 3n));
    for (const validator of network.validators) validator.deliver(elsewhere);
    expect(sentThen(network, payment({ nonce: 2n }))).toEqual({ asked: 4, type: 'Success' });
  });

  it('P4 tells that another transaction has settled, where it has to find that out', () => {
    const network = paidOnce();
    const elsewhere = acted('alice', 1n, transfer(addressOf('bob'), 3n));
    for (const validator of network.validators) validator.deliver(elsewhere);
    network.send('alice', submission(SECOND, 'then'));
    const last = network.answers.at(-1)?.result;
    expect(last && rejectionOf(last)).toMatchObject({ code: 'UnexpectedNonce', expectedNonce: 2n });
    const locks = network.validators.map(
      ({ state }) => state().ledger.account.get(addressOf('alice'))?.lock,
    );
    expect(locks).toEqual([undefined, undefined, undefined, undefined]);
  });
});
