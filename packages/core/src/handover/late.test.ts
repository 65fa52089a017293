import { addressOf } from '@quorate/testkit';
import {
  committeeAt,
  EpochNetwork,
  type EpochOptions,
  START,
} from '@quorate/testkit/epoch-network';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { payment } from '../../test/payments.ts';
import { validatorEnv } from '../../test/validator.ts';
import { tombstoneOf } from '../stored-certificate.ts';
import { VALIDATOR_RULES } from '../validator/rules.ts';
import { stepValidator } from '../validator/step.ts';

const OLD = ['a', 'b', 'c', 'd'];
const zero = committeeAt(0, OLD);

/** Committees to follow that of `a` to `d`: nobody stays, some do, all do; it grows and it shrinks. */
const anyNext = fc.constantFrom(
  ['e', 'f', 'g', 'h'],
  ['c', 'd', 'e', 'f'],
  OLD,
  ['b'],
  ['d', 'e', 'f', 'g', 'h', 'i', 'j'],
);

/** A network in which all of the old committee have signed a payment when their epoch ends. */
function createNetwork(next: readonly string[], options: EpochOptions = {}): EpochNetwork {
  const operators = [...new Set([...OLD, ...next])];
  const network = new EpochNetwork(operators, OLD.length, options);
  network.join(next, 1);
  for (const operator of OLD) network.submit(operator, payment());
  return network;
}

/** Chooses which of the waiting messages arrives next. */
function picker(picks: Iterator<number>) {
  return (waiting: number) => (waiting === 0 ? 0 : (picks.next().value ?? 0) % waiting);
}

function hasSettled(network: EpochNetwork, operator: string): boolean {
  return network.state(operator).ledger.account.get(addressOf('alice'))?.nextNonce === 1n;
}

function late(network: EpochNetwork, operator: string): number {
  return network.state(operator).handover.late.size;
}

describe('a certificate that settles once its epoch has ended', () => {
  it('C4 reaches the next committee, whoever of a quorum goes down or comes up again', () => {
    fc.assert(
      fc.property(
        anyNext,
        fc.shuffledSubarray(OLD, { minLength: 3, maxLength: 3 }),
        fc.infiniteStream(fc.nat({ max: 1000 })),
        fc.array(fc.tuple(fc.constantFrom(...OLD), fc.integer({ min: 0, max: 60 })), {
          maxLength: 3,
        }),
        (next, quorum, picks, restarts) => {
          const network = createNetwork(next);
          const certificate = network.certify(payment(), zero);
          const change = network.change(zero, next);
          for (const operator of OLD) network.deliver(operator, change);
          for (const operator of quorum) network.deliver(operator, certificate);
          const [dead = ''] = quorum.filter((operator) => !next.includes(operator));
          network.cut(dead);
          const pick = picker(picks);
          for (const [operator, turns] of restarts) {
            network.run(turns, pick);
            network.restart(operator);
          }
          network.run(3_000, pick);
          expect(next.filter((operator) => !hasSettled(network, operator))).toEqual([]);
          const alive = quorum.filter((operator) => operator !== dead);
          expect(alive.filter((operator) => late(network, operator) > 0)).toEqual([]);
        },
      ),
      { numRuns: 50 },
    );
  });

  it('C4 stays behind where nobody pushes it, though a quorum has settled it', () => {
    const handover = { ...VALIDATOR_RULES.handover, latePushedTo: () => [] };
    const network = createNetwork(['e', 'f', 'g', 'h'], {
      rules: { ...VALIDATOR_RULES, handover },
    });
    for (const operator of OLD)
      network.deliver(operator, network.change(zero, ['e', 'f', 'g', 'h']));
    for (const operator of OLD) network.deliver(operator, network.certify(payment(), zero));
    network.run(3_000);
    expect(OLD.map((operator) => hasSettled(network, operator))).toEqual(Array(4).fill(true));
    expect(hasSettled(network, 'e')).toBe(false);
  });

  it('C4 is pushed over a second change, by those who settle it after the first', () => {
    const network = createNetwork(['e', 'f', 'g', 'h', 'i']);
    const one = committeeAt(1, ['e', 'f', 'g', 'h']);
    for (const operator of OLD)
      network.deliver(operator, network.change(zero, ['e', 'f', 'g', 'h']));
    network.run(3_000);
    for (const operator of OLD) network.cut(operator);
    network.join(['i'], 2, ['e', 'f', 'g', 'h', 'i']);
    for (const operator of ['e', 'f', 'g', 'h'])
      network.deliver(operator, network.change(one, ['i']));
    // Signed by the first committee, and known to members of the second that have left as well.
    for (const operator of ['e', 'f', 'g']) {
      network.deliver(operator, network.certify(payment(), zero));
    }
    network.run(3_000);
    expect(hasSettled(network, 'i')).toBe(true);
  });

  it('C4 is pushed by a member that joined after the epoch that signed it, and alone was a quorum to a proxy', () => {
    const network = new EpochNetwork(['a', 'e', 'f', 'g', 'h', 'i'], 1);
    network.submit('a', payment());
    const certificate = network.certify(payment(), committeeAt(0, ['a']));
    network.join(['e'], 1);
    network.deliver('a', network.change(committeeAt(0, ['a']), ['e']));
    network.run(3_000);
    network.join(['e', 'f', 'g', 'h'], 2);
    network.deliver('e', network.change(committeeAt(1, ['e']), ['e', 'f', 'g', 'h']));
    network.run(3_000);
    // A proxy that knows only of epoch 1 takes `e` for a quorum of it, and calls the payment final.
    network.deliver('e', certificate);
    expect(hasSettled(network, 'e')).toBe(true);
    network.cut('e');
    network.join(['i'], 3, ['f', 'g', 'h', 'i']);
    for (const operator of ['f', 'g', 'h'])
      network.deliver(operator, network.change(committeeAt(2, ['e', 'f', 'g', 'h']), ['i']));
    network.run(3_000);
    expect(hasSettled(network, 'i')).toBe(false);
    network.mend('e');
    network.run(20_000);
    expect(hasSettled(network, 'i')).toBe(true);
  });

  it('C4 is not pushed where it settled in time: snapshots show that', () => {
    const network = createNetwork(['e', 'f', 'g', 'h']);
    for (const operator of OLD) network.deliver(operator, network.certify(payment(), zero));
    for (const operator of OLD)
      network.deliver(operator, network.change(zero, ['e', 'f', 'g', 'h']));
    expect(OLD.map((operator) => late(network, operator))).toEqual([0, 0, 0, 0]);
  });

  it.each(['AnnounceChange', 'Response'] as const)(
    'C4 is pushed by a member that counts for it only later, though it was brought first, with %s',
    (type) => {
      const next = ['e', 'f', 'g', 'h'];
      const network = createNetwork(next);
      const certificate = network.certify(payment(), zero);
      for (const operator of OLD) network.deliver(operator, network.change(zero, next));
      const result = { type: 'Certificates', certificates: [certificate] } as const;
      const brought =
        type === 'Response'
          ? ({ type, requestId: 'handover/bring', result } as const)
          : ({ type, requestId: 'r', epoch: 2, certificate } as const);
      for (const operator of OLD) network.tell(operator, brought);
      const hasTaken = type === 'Response';
      expect(OLD.map((operator) => hasSettled(network, operator))).toEqual(OLD.map(() => hasTaken));
      for (const operator of OLD) {
        expect(late(network, operator)).toBe(0);
        // A driver relies on the push, so a restart must not lose the note of it.
        network.restart(operator);
        network.deliver(operator, certificate);
        expect(late(network, operator)).toBe(1);
      }
      network.run(3_000);
      expect(next.map((operator) => hasSettled(network, operator))).toEqual(next.map(() => true));
      expect(OLD.map((operator) => late(network, operator))).toEqual([0, 0, 0, 0]);
      // Once a quorum has it, nobody pushes it again.
      for (const operator of OLD) network.deliver(operator, certificate);
      expect(OLD.map((operator) => late(network, operator))).toEqual([0, 0, 0, 0]);
    },
  );

  it('C4 is pushed also by a member that has destroyed its key and merges its way into another epoch', () => {
    const network = new EpochNetwork(['r', 's', 'x', 'y', 'z'], 1);
    const [first, second] = [committeeAt(0, ['r']), committeeAt(1, ['s'])];
    network.join(['s'], 1);
    network.deliver('r', network.change(first, ['s']));
    network.run(3_000);
    network.join(['r', 'x', 'y', 'z'], 2);
    network.destroyKeys('r', 1);
    network.restart('r');
    network.cut('s');
    network.deliver('r', network.change(second, ['r', 'x', 'y', 'z']));
    expect(network.state('r').status).toBe('merging');
    network.deliver('r', network.certify(payment(), first));
    expect(late(network, 'r')).toBe(1);
    network.restart('r');
    expect(late(network, 'r')).toBe(1);
  });

  it('C4 begins to be pushed a few at a time', () => {
    const next = ['e', 'f', 'g', 'h'];
    const network = createNetwork(next);
    for (const operator of OLD) network.deliver(operator, network.change(zero, next));
    const begun: bigint[] = [];
    for (let nonce = 0n; nonce < 130n; nonce += 1n) {
      const certificate = network.certify(payment({ from: 'carol', nonce }), zero);
      const message = { type: 'SubmitCertificate', requestId: 'd', certificate } as const;
      for (const effect of network.tell('a', message)) {
        if (effect.type === 'SetTimer') begun.push(effect.at - START);
      }
    }
    const expected = Array.from({ length: 130 }, (_, at) => BigInt(Math.floor(at / 64)));
    expect(begun).toEqual(expected.map((waits) => waits * 500_000_000n));
  });

  it('C4 is not pushed once its body is pruned, and an answer that nobody asked for changes nothing', () => {
    const next = ['e', 'f', 'g', 'h'];
    const network = createNetwork(next);
    for (const operator of OLD) network.deliver(operator, network.change(zero, next));
    network.deliver('a', network.certify(payment(), zero));
    const state = network.state('a');
    const env = { ...validatorEnv(), now: START };
    const resume = { rows: 'late', sender: addressOf('alice'), nonce: 0n } as const;
    const body = { certificate: network.certify(payment(), zero), settledAt: START };
    const rows = [[{ key: 'certificate', value: tombstoneOf(body) }]];
    const ended = stepValidator(state, { type: 'Loaded', resume, rows }, env);
    expect(ended.effects.map(({ type }) => type)).toEqual(['Persist', 'CancelTimer']);
    expect(ended.state.handover.late.size).toBe(0);
    const result = { type: 'Settled', transactionId: '', createdTokens: [] } as never;
    const message = { type: 'Response', requestId: 'handover/late/x/zz', result } as const;
    const heard = stepValidator(state, { type: 'Message', from: 'e', message }, env);
    expect(heard).toEqual({ state, effects: [] });
  });

  it('C8 is not pushed for ever where keys have leaked: nobody was locked on it', () => {
    const network = createNetwork(['e', 'f', 'g', 'h']);
    for (const operator of OLD)
      network.deliver(operator, network.change(zero, ['e', 'f', 'g', 'h']));
    network.run(3_000);
    network.deliver('a', network.certify(payment({ from: 'carol' }), zero));
    expect(late(network, 'a')).toBe(1);
    network.run(3_000);
    expect(late(network, 'a')).toBe(0);
    expect(network.state('e').ledger.account.get(addressOf('carol'))?.nextNonce ?? 0n).toBe(0n);
  });
});
