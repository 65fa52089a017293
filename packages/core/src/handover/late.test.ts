import { addressOf } from '@quorate/testkit';
import { committeeAt, EpochNetwork, type EpochOptions } from '@quorate/testkit/epoch-network';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { payment } from '../../test/payments.ts';
import { VALIDATOR_RULES } from '../validator/rules.ts';

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

/** A payment that all of the old committee have signed when their epoch ends. */
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
  return network.state(operator).handover.late.length;
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

  it('C4 is pushed over a second change, by whoever settles it after the first', () => {
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

  it('C4 is not pushed where it settled in time: snapshots show that', () => {
    const network = createNetwork(['e', 'f', 'g', 'h']);
    for (const operator of OLD) network.deliver(operator, network.certify(payment(), zero));
    for (const operator of OLD)
      network.deliver(operator, network.change(zero, ['e', 'f', 'g', 'h']));
    expect(OLD.map((operator) => late(network, operator))).toEqual([0, 0, 0, 0]);
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
