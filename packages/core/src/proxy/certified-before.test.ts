import { NATIVE_TOKEN_ID, type Rejection, type TransactionEnvelope } from '@quorate/protocol';
import { committeeAt, EpochNetwork, keyOf, type Lie } from '@quorate/testkit/epoch-network';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { idOf } from '../../test/ledger.ts';
import { submission } from '../../test/network.ts';
import { decide, deliver, hire, offer } from '../../test/operations.ts';
import { payment, signedBy, transaction } from '../../test/payments.ts';

const OLD = ['a', 'b', 'c', 'd'];
const zero = committeeAt(0, OLD);
const JOB = idOf('alice', 0n);
const FOUNDING = [
  signedBy('carol', transaction([offer(NATIVE_TOKEN_ID)])),
  signedBy('alice', transaction([hire(idOf('carol', 0n))])),
];
const DELIVERY = signedBy('bob', transaction([deliver(JOB)]));
const ENDING = signedBy('carol', transaction([decide('Reject', JOB)], { nonce: 1n }));

const NO: Rejection = {
  code: 'NonSubmittableOperation',
  rule: 'P5',
  operationIndex: 0,
  reason: 'no',
};
const MADE_UP: readonly Rejection[] = [
  NO,
  { code: 'UnexpectedNonce', rule: 'V5', nonce: 0n, expectedNonce: 9n },
  { code: 'MissingDependency', rule: 'V6', missing: [{ kind: 'EscrowJob', id: JOB }] },
  { code: 'EpochEnding', rule: 'V4', epoch: 0 },
  { code: 'EpochEnding', rule: 'V4', epoch: 1 },
];

/** Says that it serves, refuses whatever it is asked to check or to sign, and shows nothing. */
function refusing(rejection: Rejection): Lie {
  return (_, { type }) => {
    if (type === 'AnnounceChange') return { type: 'EpochStatus', known: 1, served: 1 };
    const isAsked = type === 'CheckTransaction' || type === 'SubmitTransaction';
    return isAsked ? { type: 'Rejected', rejection } : undefined;
  };
}

const courses = fc.record({
  next: fc.constantFrom(['e', 'f', 'g', 'h'], ['c', 'd', 'e', 'f'], OLD, ['e']),
  asked: fc.constantFrom(DELIVERY, payment({ from: 'bob', to: 'alice' })),
  /** Whether each of the three that have signed it has settled it, too. */
  settled: fc.array(fc.boolean(), { minLength: 3, maxLength: 3 }),
  /** Who has seen the end of the job. */
  seen: fc.subarray(OLD),
  liar: fc.constantFrom('a', 'b', 'c', undefined),
  lie: fc.constantFrom(...MADE_UP),
  told: fc.subarray(OLD, { minLength: 1 }),
  turns: fc.nat({ max: 200 }),
  picks: fc.infiniteStream(fc.nat({ max: 1000 })),
});
type Course = typeof courses extends fc.Arbitrary<infer T> ? T : never;

function networkOf({ next, asked, settled, seen, liar, lie }: Course): EpochNetwork {
  const network = new EpochNetwork([...new Set([...OLD, ...next])], OLD.length);
  const settle = (operator: string, envelope: TransactionEnvelope) =>
    network.deliver(operator, network.certify(envelope, zero));
  network.join(next, 1);
  for (const envelope of FOUNDING) for (const operator of OLD) settle(operator, envelope);
  for (const [index, isSettled] of settled.entries()) {
    const operator = OLD[index] ?? 'a';
    network.submit(operator, asked);
    if (isSettled) settle(operator, asked);
  }
  for (const operator of seen) settle(operator, ENDING);
  if (liar !== undefined) network.lie(liar, refusing(lie));
  return network;
}

/** Refuses like a liar, and does its part in the handover. */
function refusingOnly(network: EpochNetwork, liar: string): Lie {
  return (from, message) => {
    const isAsked = message.type === 'CheckTransaction' || message.type === 'SubmitTransaction';
    if (isAsked) return { type: 'Rejected', rejection: NO };
    network.tell(liar, message, from);
    return undefined;
  };
}

/** All but one are in the next epoch, and hold what was certified in contest with another. */
function inContest(): EpochNetwork {
  const network = new EpochNetwork(OLD, OLD.length);
  network.join(OLD, 1);
  for (const operator of ['a', 'b', 'c']) network.submit(operator, payment());
  network.submit('d', payment({ to: 'carol' }));
  network.cut('c');
  network.deliver('a', network.change(zero, OLD));
  network.run();
  return network;
}

describe('a proxy that knows nothing of what was certified before the committee changed', () => {
  it('P3 has it settle, whoever lies, whoever knows of the change, and in whatever order', () => {
    fc.assert(
      fc.property(courses, (course) => {
        const { asked, next, told, turns, picks } = course;
        const network = networkOf(course);
        const pick = (waiting: number) => (waiting === 0 ? 0 : (picks.next().value ?? 0) % waiting);
        for (const operator of told) network.deliver(operator, network.change(zero, next));
        network.run(turns, pick);
        network.request(submission(asked));
        for (let turn = 0; turn < 6000 && network.answers.length === 0; turn += 1) {
          network.run(1, pick);
        }
        expect(network.answers.map(({ type }) => type)).toEqual(['Success']);
      }),
      { numRuns: 120 },
    );
  });

  it('P4 has it settle where members of the next hold it, and one who missed the change refuses it', () => {
    fc.assert(
      fc.property(fc.infiniteStream(fc.nat({ max: 1000 })), (picks) => {
        const network = new EpochNetwork(OLD, OLD.length);
        network.join(OLD, 1);
        for (const envelope of FOUNDING) {
          for (const operator of OLD) network.deliver(operator, network.certify(envelope, zero));
        }
        for (const operator of ['a', 'b', 'c']) network.submit(operator, DELIVERY);
        network.deliver('d', network.certify(ENDING, zero));
        network.cut('d');
        network.deliver('a', network.change(zero, OLD));
        network.run(2000);
        network.lie('a', refusingOnly(network, 'a'));
        network.mend('d');
        const pick = (waiting: number) => (waiting === 0 ? 0 : (picks.next().value ?? 0) % waiting);
        network.request(submission(DELIVERY));
        for (let turn = 0; turn < 6000 && network.answers.length === 0; turn += 1) {
          network.run(1, pick);
        }
        expect(network.answers.map(({ type }) => type)).toEqual(['Success']);
      }),
      { numRuns: 40 },
    );
  });

  it('P4 leaves it open where the handover has left it in contest with another', () => {
    const network = inContest();
    network.request(submission(payment()));
    network.run(4_000);
    expect(network.answers).toMatchObject([
      { rejection: { code: 'QuorumUnreachable', unsettled: true } },
    ]);
    for (const operator of ['a', 'b', 'd'])
      network.deliver(operator, network.certify(payment(), zero));
    network.request(submission(payment(), 'again'));
    network.run(4_000);
    expect(network.answers.at(-1)).toMatchObject({ type: 'Success' });
  });

  it('P4 leaves it open where one has said so before it followed the change, and nobody since', () => {
    const network = inContest();
    for (const operator of ['b', 'd']) network.cut(operator);
    network.request(submission(payment()));
    network.run(12);
    const progress = () =>
      [...network.proxyState().submissions.values()].map((each) => each.progress);
    expect(progress()).toMatchObject([
      { [keyOf('a', 0).address]: { refusal: { code: 'PreviousTransactionMustBeConfirmedFirst' } } },
    ]);
    network.cut('a');
    const certificates = [network.change(zero, OLD)];
    const change = { type: 'Certificates', certificates } as const;
    network.request({ type: 'Response', requestId: 'epoch:1', result: change });
    network.run(4_000);
    expect(network.proxyState().committee.epoch).toBe(1);
    expect(network.answers).toMatchObject([
      { rejection: { code: 'QuorumUnreachable', unsettled: true } },
    ]);
  });
});

describe('a proxy that has acknowledged something before the committee changed', () => {
  it('P3 answers what it has acknowledged at once, though nobody of the next committee answers yet', () => {
    const network = new EpochNetwork(OLD, 4);
    network.join(OLD, 1);
    network.cut('d');
    network.request(submission(payment(), 'r1'));
    while (network.answers.length === 0) network.run(1);
    for (const operator of OLD) network.cut(operator);
    const certificates = [network.change(zero, OLD)];
    const change = { type: 'Certificates', certificates } as const;
    network.request({ type: 'Response', requestId: 'epoch:1', result: change });
    network.request(submission(payment(), 'r2'));
    network.run(4);
    expect(network.proxyState().committee.epoch).toBe(1);
    const [first, second] = network.answers;
    expect(first).toMatchObject({ type: 'Success' });
    expect(second).toEqual(first);
  });
});
