import { NATIVE_TOKEN_ID, type Rejection, type TransactionEnvelope } from '@quorate/protocol';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { idOf } from '../../test/ledger.ts';
import {
  type Conduct,
  createTestNetwork,
  honestly,
  refusing,
  showingNone,
  silent,
  submission,
  type TestNetwork,
  type TestNetworkOptions,
} from '../../test/network.ts';
import { decide, deliver, hire, offer } from '../../test/operations.ts';
import { certified, payment, shortOf, signedBy, transaction } from '../../test/payments.ts';
import type { CheckTransaction, Result } from '../message.ts';
import { isOpenRefusal } from '../open-refusal.ts';

const HISTORY = [0n, 1n, 2n, 3n].map((nonce) => certified(payment({ nonce })));
const SIZE = 4;

const ENDING: Rejection = { code: 'EpochEnding', rule: 'V4', epoch: 0 };

const MADE_UP: readonly Rejection[] = [
  { code: 'InvalidRequest', rule: 'V1', reason: 'no' },
  { code: 'NonSubmittableOperation', rule: 'V6', reason: 'no' },
  shortOf(1n),
  { code: 'UnexpectedNonce', rule: 'V5', nonce: 1n, expectedNonce: 0n },
  { code: 'UnexpectedNonce', rule: 'V5', nonce: 1n, expectedNonce: 9n },
  { code: 'MissingDependency', rule: 'V6', missing: [{ kind: 'Token', id: '00'.repeat(32) }] },
  ENDING,
];

/** Says that there is no certificate. */
const hiding: Conduct = (message, honest) =>
  message.type === 'GetCertificates' ? [{ type: 'Certificates', certificates: [] }] : [honest()];

const LIES: readonly Conduct[] = [honestly, silent, hiding, ...MADE_UP.map(refusing)];

interface Course {
  /** The nonce of what is asked for, which a quorum has settled, the liar among it. */
  readonly asked: number;
  readonly liar: number;
  readonly lie: Conduct;
  /** How much each validator has settled at least, and whether it is locked at the next nonce. */
  readonly settled: readonly number[];
  readonly isLocked: readonly boolean[];
  /** How the others answer: the last of them may say nothing at all. */
  readonly conducts: readonly Conduct[];
  /** Whether their epoch has ended, and no next one begins. */
  readonly isFrozen: boolean;
  readonly picks: readonly number[];
}

const perValidator = <T>(each: fc.Arbitrary<T>) =>
  fc.array(each, { minLength: SIZE, maxLength: SIZE });

/** Which of the answers that wait comes next, each time. */
const orders = fc.array(fc.nat(), { minLength: 1, maxLength: 20 });

const courses: fc.Arbitrary<Course> = fc.record({
  asked: fc.nat({ max: 3 }),
  liar: fc.nat({ max: SIZE - 1 }),
  lie: fc.constantFrom(...LIES),
  settled: perValidator(fc.nat({ max: SIZE })),
  isLocked: perValidator(fc.boolean()),
  conducts: perValidator(fc.constantFrom(honestly, honestly, showingNone, silent)),
  isFrozen: fc.boolean(),
  picks: orders,
});

function picker(picks: readonly number[]) {
  let turn = 0;
  return (waiting: number) => (picks[turn++ % picks.length] ?? 0) % waiting;
}

function conductOf(drawn: Conduct, isOfQuorum: boolean, isFrozen: boolean): Conduct {
  const answering = isOfQuorum && drawn === silent ? honestly : drawn;
  return isFrozen && answering === honestly ? refusing(ENDING) : answering;
}

function networkOf({ picks, ...course }: Course): TestNetwork {
  const network = createTestNetwork({ pick: picker(picks) });
  const [one, other] = [0, 1, 2, 3].filter((index) => index !== course.liar);
  for (const [index, validator] of network.validators.entries()) {
    const isOfQuorum = index === one || index === other;
    const count = Math.max(course.settled[index] ?? 0, isOfQuorum ? course.asked + 1 : 0);
    for (const certificate of HISTORY.slice(0, count)) validator.deliver(certificate);
    if (course.isLocked[index]) validator.submit(payment({ nonce: BigInt(count) }));
    const conduct = conductOf(course.conducts[index] ?? honestly, isOfQuorum, course.isFrozen);
    network.conduct(`v${index + 1}`, index === course.liar ? course.lie : conduct);
  }
  return network;
}

const JOB = idOf('alice', 0n);
const HIRED = [
  signedBy('carol', transaction([offer(NATIVE_TOKEN_ID)])),
  signedBy('alice', transaction([hire(idOf('carol', 0n))])),
];
const DELIVERY = signedBy('bob', transaction([deliver(JOB)]));
const REJECTION = signedBy('carol', transaction([decide('Reject', JOB)], { nonce: 1n }));

/**
 * A delivery has settled at all but the last, which has seen only the end of its job and refuses
 * it.
 */
function delivered(options: TestNetworkOptions = {}): {
  readonly network: TestNetwork;
  readonly refusal: Rejection;
} {
  const network = createTestNetwork(options);
  for (const [index, validator] of network.validators.entries()) {
    const last = index === SIZE - 1 ? REJECTION : DELIVERY;
    for (const envelope of [...HIRED, last]) validator.deliver(certified(envelope));
  }
  const refused = network.validators.at(-1)?.ask(check(DELIVERY));
  if (refused?.type !== 'Rejected') throw new Error('expected a refusal');
  return { network, refusal: refused.rejection };
}

function check(envelope: TransactionEnvelope): CheckTransaction {
  return { type: 'CheckTransaction', requestId: 'c', envelope };
}

function outcomeOf(network: TestNetwork, envelope: TransactionEnvelope): Result | undefined {
  network.send('somebody', submission(envelope));
  network.advanceWhile(() => network.answers.length === 0);
  return network.answers[0]?.result;
}

describe('a proxy that knows nothing of what a quorum has settled', () => {
  it('P3 finds it or leaves it open, and calls it refused for good in no order, whoever lies', () => {
    fc.assert(
      fc.property(courses, (course) => {
        const result = outcomeOf(networkOf(course), payment({ nonce: BigInt(course.asked) }));
        if (result?.type === 'Rejected') expect(isOpenRefusal(result.rejection)).toBe(true);
        else expect(result?.type).toBe('Success');
      }),
      { numRuns: 400 },
    );
  });

  it('P3 finds a delivery though a liar refuses it, and so does one that has seen only the end of its job', () => {
    fc.assert(
      fc.property(fc.nat({ max: 2 }), orders, (liar, picks) => {
        const { network, refusal } = delivered({ pick: picker(picks) });
        network.conduct(`v${liar + 1}`, refusing(refusal));
        expect(outcomeOf(network, DELIVERY)?.type).toBe('Success');
      }),
    );
  });

  it.each<Rejection>([
    { code: 'InvalidRequest', rule: 'V1', reason: 'no' },
    { code: 'NonSubmittableOperation', rule: 'V2', reason: 'no' },
    { code: 'InvalidSignature', rule: 'V3', reason: 'no' },
  ])(
    'P3 finds it where one that has it was sent other bytes, which it refuses by $rule',
    (fault) => {
      const { network, refusal } = delivered();
      let isFirst = true;
      network.conduct('v1', refusing(refusal));
      network.conduct('v2', (message, honest) => {
        if (message.type !== 'CheckTransaction' || !isFirst) return [honest()];
        isFirst = false;
        return [{ type: 'Rejected', rejection: fault }];
      });
      network.conduct('v3', (message, honest) =>
        message.type === 'CheckTransaction' ? [] : [honest()],
      );
      expect(outcomeOf(network, DELIVERY)?.type).toBe('Success');
    },
  );

  it('P3 finds it before the next epoch begins, though none does', () => {
    const frozen = Object.fromEntries(['v1', 'v2', 'v3', 'v4'].map((v) => [v, refusing(ENDING)]));
    const network = createTestNetwork({ conduct: frozen });
    const [settled] = HISTORY;
    for (const validator of network.validators) if (settled) validator.deliver(settled);
    expect(outcomeOf(network, payment())).toEqual({ type: 'Success', certificate: settled });
  });

  it('P4 leaves it open where some are between epochs, and no quorum says that its nonce is not used', () => {
    const ending = refusing(ENDING);
    const network = createTestNetwork({ conduct: { v1: ending, v2: ending, v3: silent } });
    const result = outcomeOf(network, payment());
    expect(result).toMatchObject({ type: 'Rejected', rejection: { unsettled: true } });
  });
});
