import { addressOf } from '@quorate/testkit';
import { committeeAt, EpochNetwork, type Operator } from '@quorate/testkit/epoch-network';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { payment, rejectionOf } from '../../test/payments.ts';
import type { Committee } from '../committee.ts';
import { epochOf } from '../validator/state.ts';
import type { ValidatorStatus } from './handover.ts';

const OPERATORS = ['a', 'b', 'c', 'd'];

/** A payment that a quorum of the first committee signs before its epoch ends, and one that nobody sees. */
const locked = payment();
const unheard = payment({ from: 'carol' });

const anyCommittee = fc
  .shuffledSubarray(OPERATORS, { minLength: 1 })
  .map((members): readonly Operator[] => members);

/** Committees that follow each other, and what happens while one hands over to the next. */
const anyChanges = fc.array(
  fc.record({
    next: anyCommittee,
    /** How many messages have arrived when those who have moved on are looked at. */
    turns: fc.oneof(fc.nat({ max: 6 }), fc.nat({ max: 60 })),
    restarted: fc.subarray(OPERATORS),
  }),
  { minLength: 2, maxLength: 3 },
);

/** Plays changes, and has every validator looked at in the middle and at the end of each. */
function play(
  first: readonly Operator[],
  changes: typeof anyChanges extends fc.Arbitrary<infer Value> ? Value : never,
  look: (network: EpochNetwork, committees: readonly Committee[]) => void,
): void {
  const later = OPERATORS.filter((operator) => !first.includes(operator));
  const network = new EpochNetwork([...first, ...later], first.length);
  const committees = [committeeAt(0, first)];
  for (const operator of first) network.submit(operator, locked);
  for (const { next, turns, restarted } of changes) {
    const running = committees.at(-1) as Committee;
    network.join(next, committees.length);
    network.run(2_000);
    const [teller = ''] = running.members.map(({ validator }) => validator.host);
    network.deliver(teller, network.change(running, next));
    committees.push(committeeAt(committees.length, next));
    network.run(turns);
    for (const operator of restarted) network.restart(operator);
    look(network, committees);
    network.run(2_000);
    look(network, committees);
  }
}

describe('an epoch that a validator has merged its way past', () => {
  it('C8 settles nothing more that was not locked at its end, whoever still has a seat', () => {
    const seen = new Set<ValidatorStatus>();
    fc.assert(
      fc.property(anyCommittee, anyChanges, (first, changes) => {
        play(first, changes, (network, committees) => {
          for (const operator of OPERATORS) {
            const before = network.state(operator);
            for (const committee of committees.slice(0, before.handover.served)) {
              const answer = network.deliver(operator, network.certify(unheard, committee));
              expect(rejectionOf(answer)).toMatchObject({
                code: 'InvalidCertificate',
                rule: 'C8',
                epoch: epochOf(before),
              });
              expect(network.state(operator)).toBe(before);
              seen.add(before.status);
            }
          }
        });
      }),
      { numRuns: 40 },
    );
    // Those who have left for good, and those who gather what they need for a later seat.
    expect(seen).toEqual(new Set(['active', 'merging', 'retired']));
  });

  it('C8 settles what was locked at its end, whoever still has a seat', () => {
    fc.assert(
      fc.property(anyCommittee, anyChanges, (first, changes) => {
        play(first, changes, (network, committees) => {
          // One after the other, so that the others still have it locked.
          const operator = OPERATORS[committees.length - 1] ?? '';
          const answer = network.deliver(operator, network.certify(locked, committeeAt(0, first)));
          expect(answer.type).toBe('Settled');
        });
      }),
      { numRuns: 40 },
    );
  });
});

describe('a step that settles and merges', () => {
  it('C6 writes the last state of an account that it changes twice: when it settles, and when it locks', () => {
    // Alice has paid once and is locked on her second payment; d has heard of neither.
    const network = new EpochNetwork(OPERATORS, 4);
    const [zero, three] = [committeeAt(0, OPERATORS), ['a', 'b', 'c']];
    const second = payment({ nonce: 1n });
    network.join(OPERATORS, 1);
    for (const operator of three) {
      network.deliver(operator, network.certify(locked, zero));
      network.submit(operator, second);
    }
    network.deliver('a', network.change(zero, OPERATORS));
    const merge = (operator: Operator) => network.state(operator).handover.merge;
    const isRead = () =>
      merge('d')?.sources.every(({ root, pages }) => pages === root?.pages.length) ?? false;
    for (let turn = 0; turn < 500 && !isRead(); turn += 1) network.run(1);
    expect(network.state('d').status).toBe('merging');
    expect(network.deliver('d', network.certify(locked, zero)).type).toBe('Settled');
    expect(network.state('d').status).toBe('active');
    const held = network.state('d').ledger.account.get(addressOf('alice'));
    expect(held).toMatchObject({ nextNonce: 1n, lock: { kind: 'pending' } });
    network.restart('d');
    expect(network.state('d').ledger.account.get(addressOf('alice'))).toEqual(held);
  });
});
