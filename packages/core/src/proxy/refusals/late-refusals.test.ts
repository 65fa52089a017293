import { factsOf, type TransactionEnvelope } from '@quorate/protocol';
import { committeeAt, EpochNetwork } from '@quorate/testkit/epoch-network';
import { describe, expect, it } from 'vitest';
import { holdingBack } from '../../../test/late.ts';
import { createListener } from '../../../test/listener.ts';
import { createTestNetwork, silent, submission, type TestNetwork } from '../../../test/network.ts';
import { certified, payment } from '../../../test/payments.ts';
import { epochRequestId } from '../../committee-chain.ts';
import type { Result } from '../../message.ts';

const FOUR = ['a', 'b', 'c', 'd'];
const ENDING: Result = {
  type: 'Rejected',
  rejection: { code: 'EpochEnding', rule: 'V4', epoch: 0 },
};

type Sent = TestNetwork['sent'][number];

const isDelivery = ({ to, message }: Sent) => to === 'v3' && message.type === 'SubmitCertificate';

/** The ids of the requests of one kind to one validator. */
function idsIn(sent: readonly Sent[], name: string, type: string): readonly string[] {
  return sent
    .filter(({ to, message }) => to === name && message.type === type)
    .map(({ message }) => message.requestId);
}

function idOf({ transaction }: TransactionEnvelope) {
  return factsOf(transaction).id;
}

describe('a validator that answers more slowly than it is asked', () => {
  it('P6 keeps what is on its way to it, though it refuses once more what it was brought before', () => {
    const history = [payment(), payment({ to: 'dave', nonce: 1n })].map((each) => certified(each));
    const network = createTestNetwork({ conduct: { v4: silent } });
    for (const validator of network.validators.slice(0, 2)) {
      for (const certificate of history) validator.deliver(certificate);
    }
    const letGo = holdingBack(
      network,
      'v3',
      ({ type }, before) => type === 'SubmitCertificate' && before < 3,
    );
    network.send('dave', submission(payment({ from: 'dave' })));
    // The credit is brought to it twice before it refuses it: it lacks the payment before that.
    network.advance();
    expect([letGo(), letGo(), letGo()]).toEqual([true, true, true]);
    expect(network.answers.map(({ result }) => result.type)).toEqual(['Success']);
  });

  it('P6 keeps it, though a refusal of what it was brought comes twice', () => {
    const credit = certified(payment({ to: 'dave' }));
    const network = createTestNetwork({ conduct: { v4: silent } });
    for (const validator of network.validators.slice(0, 2)) validator.deliver(credit);
    network.conduct('v3', ({ type }, honest) =>
      type === 'SubmitCertificate' ? [ENDING] : [honest()],
    );
    network.send('dave', submission(payment({ from: 'dave' })));
    const { requestId } = network.sent.find(isDelivery)?.message ?? {};
    const letGo = holdingBack(network, 'v3', ({ type }) => type === 'SubmitCertificate');
    network.advance();
    network.send('v3', { type: 'Response', requestId: requestId ?? '', result: ENDING });
    expect(letGo()).toBe(true);
    while (letGo());
    expect(network.answers.map(({ result }) => result.type)).toEqual(['Success']);
  });
});

/** A proxy in epoch 0 with a payment of alice; of those before it, d lacks one that c shows. */
function createFollower() {
  const network = new EpochNetwork(FOUR, 4);
  network.join(FOUR, 1);
  const proxy = createListener(network);
  const first = network.certify(payment(), committeeAt(0, FOUR));
  const answer = (from: string, requestId: string, result: Result) =>
    proxy.hear(from, { type: 'Response', requestId, result });
  /** Has d say that it lacks the first, and gives the ids of the requests that bring it to d. */
  const bring = (question: string) => {
    const nonces = { nonce: 1n, expectedNonce: 0n };
    const rejection = { code: 'UnexpectedNonce', rule: 'V5', ...nonces } as const;
    const [asked] = answer('d', question, { type: 'Rejected', rejection });
    const shown = { type: 'Certificates', certificates: [first] } as const;
    const sent = answer('c', asked?.message.requestId ?? '', shown);
    return idsIn(sent, 'd', 'SubmitCertificate')[0] ?? '';
  };
  const settle = (delivery: string) =>
    answer('d', delivery, { type: 'Settled', transactionId: idOf(payment()), createdTokens: [] });
  return { network, answer, bring, settle, hear: proxy.hear };
}

const WISH = payment({ nonce: 1n });

type Follower = ReturnType<typeof createFollower>;

/** Has the proxy follow the change and check what its client wishes; gives its questions. */
function askingInNext({ network, answer, hear }: Follower): readonly Sent[] {
  const certificates = [network.change(committeeAt(0, FOUR), FOUR)];
  answer('a', epochRequestId(1), { type: 'Certificates', certificates });
  return hear('user', submission(WISH));
}

/** Has it find a certificate of the wish, by retired keys; gives what it sends to deliver that. */
function deliveringOf({ network, answer }: Follower, asked: readonly Sent[]): readonly Sent[] {
  const nonces = { nonce: 1n, expectedNonce: 2n };
  const past: Result = {
    type: 'Rejected',
    rejection: { code: 'UnexpectedNonce', rule: 'V5', ...nonces },
  };
  const finding = answer('a', idsIn(asked, 'a', 'CheckTransaction')[0] ?? '', past);
  const certificates = [network.certify(WISH, committeeAt(0, FOUR))];
  return ['a', 'b', 'c'].flatMap((name) =>
    answer(name, idsIn(finding, name, 'GetCertificates')[0] ?? '', {
      type: 'Certificates',
      certificates,
    }),
  );
}

/** Has a member say that the handover did not leave it with the transaction. */
function refusesIt({ answer }: Follower, delivering: readonly Sent[], name: string) {
  return answer(name, idsIn(delivering, name, 'SubmitCertificate')[0] ?? '', {
    type: 'Rejected',
    rejection: { code: 'InvalidCertificate', rule: 'C8', epoch: 1, reason: 'no' },
  });
}

describe('a validator that is brought the same once more', () => {
  it('P6 is asked afterwards, though it refused it late in the epoch before', () => {
    const { network, answer, bring, settle, hear } = createFollower();
    const asked = hear('user', submission(payment({ nonce: 1n })));
    const before = bring(idsIn(asked, 'd', 'CheckTransaction')[0] ?? '');
    const certificates = [network.change(committeeAt(0, FOUR), FOUR)];
    const anew = answer('a', epochRequestId(1), { type: 'Certificates', certificates });
    const present = bring(idsIn(anew, 'd', 'CheckTransaction')[0] ?? '');
    answer('d', before, ENDING);
    expect(idsIn(settle(present), 'd', 'CheckTransaction').length).toBe(1);
  });

  it('P6 is asked afterwards, though it refused it late, before the certificate was disowned', () => {
    const follower = createFollower();
    const { bring, settle, answer } = follower;
    const asked = askingInNext(follower);
    const before = bring(idsIn(asked, 'd', 'CheckTransaction')[0] ?? '');
    const settling = deliveringOf(follower, asked);
    const anew = ['a', 'b'].flatMap((name) => refusesIt(follower, settling, name));
    const present = bring(idsIn(anew, 'd', 'CheckTransaction')[0] ?? '');
    answer('d', before, ENDING);
    expect(idsIn(settle(present), 'd', 'CheckTransaction').length).toBe(1);
  });
});

describe('a proxy that finds a certificate which retired keys have signed', () => {
  it('C8 goes on with it though f members refuse it, and gives it up at f + 1', () => {
    const follower = createFollower();
    const settling = deliveringOf(follower, askingInNext(follower));
    const isBegunAnew = (name: string) =>
      idsIn(refusesIt(follower, settling, name), 'c', 'CheckTransaction').length > 0;
    expect([isBegunAnew('a'), isBegunAnew('b')]).toEqual([false, true]);
  });
});
