import {
  BALLOT,
  type Ballot,
  factsOf,
  OPERATOR_BOOK,
  type TransactionEnvelope,
} from '@quorate/protocol';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Operators } from '../../test/operators.ts';
import { faultyMax } from '../quorum.ts';
import { castVote } from './book.ts';
import { authorisedChange } from './change.ts';
import { OPERATOR_RULES, type OperatorRules } from './rules.ts';

const index = fc.nat({ max: 9 });
const round = fc.integer({ min: 1, max: 4 });
const which = fc.nat({ max: 1 });

/** Something that honest operators are made to do, or that liars do. */
const anyAct = fc.oneof(
  fc.record({
    kind: fc.constant('propose' as const),
    index,
    which,
    asked: fc.array(index),
    voters: fc.array(index, { minLength: 1 }),
    isLost: fc.boolean(),
  }),
  fc.record({
    kind: fc.constant('forge' as const),
    which,
    round,
    backed: round,
    voters: fc.array(index, { minLength: 1 }),
    isLost: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('confirm' as const), index, which, round, isLost: fc.boolean() }),
  fc.record({
    kind: fc.constant('sign' as const),
    index,
    which,
    round,
    isConfirmation: fc.boolean(),
  }),
);
type Act = typeof anyAct extends fc.Arbitrary<infer T> ? T : never;

const anyRun = fc.record({
  size: fc.constantFrom(1, 2, 3, 4, 4, 4, 5, 7),
  acts: fc.array(anyAct, { minLength: 5, maxLength: 60 }),
});

function play(operators: Operators, acts: readonly Act[]): void {
  const { honest } = operators;
  const of = (given: number) => given % honest.length;
  for (const act of acts) {
    switch (act.kind) {
      case 'propose': {
        const ballot = operators.propose(of(act.index), act.which, act.asked.map(of));
        for (const voter of act.voters) operators.vote(of(voter), ballot, act.isLost);
        break;
      }
      case 'forge': {
        const ballot = operators.forge(act.which, act.round, act.backed);
        for (const voter of act.voters) operators.vote(of(voter), ballot, act.isLost);
        break;
      }
      case 'confirm': {
        const voted = operators.evidence(act.which, act.round, false);
        operators.confirm(of(act.index), voted, act.isLost);
        break;
      }
      case 'sign': {
        const evidence = operators.evidence(act.which, act.round, act.isConfirmation);
        operators.sign(of(act.index), evidence);
        break;
      }
    }
  }
}

describe('operators that vote', () => {
  it('C3 never split: honest ones sign one change at most, whatever f liars do', () => {
    fc.assert(
      fc.property(anyRun, ({ size, acts }) => {
        const operators = new Operators(size, faultyMax(size));
        play(operators, acts);
        expect(operators.signed().size).toBeLessThanOrEqual(1);
      }),
      { numRuns: 200 },
    );
  });

  it('C3 come to an authorised change once they hear of each other, after whatever went before', () => {
    fc.assert(
      fc.property(anyRun, ({ size, acts }) => {
        const operators = new Operators(size, faultyMax(size));
        play(operators, acts);
        expect(agree(operators)?.signature.kind).toBe('MultiSig');
        expect(operators.signed().size).toBe(1);
      }),
      { numRuns: 100 },
    );
  });
});

/** Lets all honest operators vote, confirm and sign, in round after round until they all have. */
function agree(operators: Operators): TransactionEnvelope | undefined {
  const { honest } = operators;
  for (let least = 1; least < 100; least += 1) {
    const ballot = operators.propose(0, 0, honest, least);
    const { round, transaction } = ballot;
    const place = operators.place(transaction);
    for (const each of honest) operators.vote(each, ballot);
    for (const each of honest) operators.confirm(each, operators.evidence(place, round, false));
    const confirmed = operators.evidence(place, round, true);
    if (honest.every((each) => operators.sign(each, confirmed))) {
      return authorisedChange(transaction, operators.signatures, operators.env(0));
    }
  }
  return undefined;
}

/** Four operators of whom the last lies: 0, 1 and 2 are honest, and T and its rival are proposed. */
const T = 0;
const RIVAL = 1;

type Execution = (operators: Operators) => void;

function voteAll(operators: Operators, voters: readonly number[], ballot: Ballot): void {
  for (const voter of voters) operators.vote(voter, ballot);
}

/** So many operators confirm what has a quorum of votes, and the first of them signs. */
function finish(operators: Operators, which: number, at: number, by: readonly number[]): void {
  for (const each of by) operators.confirm(each, operators.evidence(which, at, false));
  operators.sign(by[0] ?? 0, operators.evidence(which, at, true));
}

const EXECUTIONS: readonly (readonly [string, Partial<OperatorRules>, Execution])[] = [
  [
    'sign on votes alone',
    { isSignedOnConfirmations: () => false },
    (operators) => {
      voteAll(operators, [0, 1], operators.forge(T, 1, 1));
      // Nobody but 0 sees that T has a quorum.
      operators.sign(0, operators.evidence(T, 1, false));
      voteAll(operators, [1, 2], operators.propose(1, RIVAL, [2]));
      voteAll(operators, [1, 2], operators.forge(RIVAL, 2, 2));
      operators.sign(1, operators.evidence(RIVAL, 2, false));
    },
  ],
  [
    'vote twice in a round',
    { round: () => undefined },
    (operators) => {
      voteAll(operators, [0, 1], operators.forge(T, 1, 1));
      voteAll(operators, [1, 2], operators.forge(RIVAL, 1, 1));
      finish(operators, T, 1, [0, 1]);
      finish(operators, RIVAL, 1, [2, 1]);
    },
  ],
  [
    'take over nothing',
    { takesOver: () => undefined },
    (operators) => {
      voteAll(operators, [0, 1, 2], operators.forge(T, 1, 1));
      finish(operators, T, 1, [0, 1]);
      voteAll(operators, [1, 2], operators.forge(RIVAL, 2, 1));
      finish(operators, RIVAL, 2, [2, 1]);
    },
  ],
  [
    'confirm what is over',
    { confirmation: () => undefined },
    (operators) => {
      voteAll(operators, [0, 1, 2], operators.forge(T, 1, 1));
      voteAll(operators, [1, 2], operators.forge(RIVAL, 2, 1));
      finish(operators, RIVAL, 2, [1, 2]);
      finish(operators, T, 1, [0, 2]);
    },
  ],
];

describe('four operators, one of whom lies', () => {
  it.each(EXECUTIONS)('C3 split where they %s', (_, wrong, execution) => {
    const operators = new Operators(4, 1, { ...OPERATOR_RULES, ...wrong });
    execution(operators);
    expect(operators.signed().size).toBe(2);
  });

  it.each(EXECUTIONS)(
    'C3 do not split where correct ones are made to %s',
    (_, _wrong, execution) => {
      const operators = new Operators(4, 1);
      execution(operators);
      expect(operators.signed().size).toBeLessThanOrEqual(1);
      expect(agree(operators)?.signature.kind).toBe('MultiSig');
      expect(operators.signed().size).toBe(1);
    },
  );
});

describe('an operator', () => {
  it('C3 signs one change in an epoch, though a quorum of liars confirms another', () => {
    const operators = new Operators(4, 3);
    expect(operators.sign(0, operators.evidence(T, 1, true))).toBe(true);
    expect(operators.sign(0, operators.evidence(T, 1, true))).toBe(true);
    expect(operators.sign(0, operators.evidence(RIVAL, 2, true))).toBe(false);
    expect(operators.vote(0, operators.forge(RIVAL, 3, 2))).toBe(false);
    expect(operators.confirm(0, operators.evidence(RIVAL, 2, false))).toBe(false);
  });

  it('C3 gives the same vote again for the same ballot', () => {
    const operators = new Operators(4, 0);
    const ballot = operators.propose(0, T, []);
    const once = castVote(operators.book(1), ballot, operators.env(1));
    operators.vote(1, ballot);
    expect(castVote(operators.book(1), ballot, operators.env(1))).toEqual(once);
  });

  it('C2 votes for no change that begins its epoch long from now: requests would wait for that', () => {
    const operators = new Operators(4, 0);
    const ballot = operators.propose(0, T, []);
    const { timestampNanos } = factsOf(ballot.transaction).transaction;
    const earlier = (nanos: bigint) =>
      castVote(operators.book(1), ballot, { ...operators.env(1), now: timestampNanos - nanos });
    const TEN_MINUTES = 600_000_000_000n;
    expect(earlier(TEN_MINUTES)).toHaveProperty('told');
    expect(earlier(TEN_MINUTES + 1n)).toEqual({
      refused: 'its timestamp is more than 600 s ahead',
    });
  });

  it('C3 votes in no round that is far ahead, so that a liar cannot use the rounds up', () => {
    const operators = new Operators(4, 1);
    expect(operators.vote(0, operators.forge(T, 1_025, 1))).toBe(false);
    expect(operators.vote(0, operators.forge(T, 1_024, 1))).toBe(true);
    expect(operators.vote(0, operators.forge(T, 2_048, 1))).toBe(true);
  });

  it.each<readonly [string, (operators: Operators) => Ballot, string]>([
    ['of an invalid round', (operators) => operators.forge(T, 0, 0), 'round 0 is over'],
    [
      'backed by too few',
      (operators) => ({
        round: 2,
        transaction: operators.proposal(T),
        backing: operators.evidence(T, 1, false),
      }),
      '1 operator voted, 3 make a quorum',
    ],
    [
      'backed by votes for another proposal',
      (operators) => ({
        round: 2,
        transaction: operators.proposal(T),
        backing: operators.evidence(RIVAL, 1, false),
      }),
      'for another proposal',
    ],
    [
      'backed by votes of the same round',
      (operators) => ({
        round: 1,
        transaction: operators.proposal(T),
        backing: operators.evidence(T, 1, false),
      }),
      'back no round 1',
    ],
  ])('C3 votes for no ballot %s', (_, forge, reason) => {
    const operators = new Operators(4, 1);
    const told = castVote(operators.book(0), forge(operators), operators.env(0));
    expect('refused' in told && told.refused).toContain(reason);
  });

  it('C3 takes over, of all proposals, one that was shown to have a quorum together with a ballot', () => {
    const operators = new Operators(4, 0);
    voteAll(operators, [0, 1, 2], operators.propose(0, T, []));
    const again = operators.propose(1, RIVAL, [0, 1, 2]);
    const backing = operators.evidence(T, 1, false);
    expect(operators.vote(3, { ...again, transaction: operators.proposal(T), backing })).toBe(true);
    // Nobody shows it again.
    expect(operators.propose(3, RIVAL, [])).toMatchObject({
      transaction: operators.proposal(T),
      backing: { round: 1 },
    });
  });

  it.each(['rpc', 'rest'] as const)('has a book that survives a journey as JSON, %s', (dialect) => {
    const operators = new Operators(4, 0);
    voteAll(operators, [0, 1, 2], operators.propose(0, T, []));
    finish(operators, T, 1, [0, 1, 2]);
    const book = operators.book(0);
    expect(book).not.toMatchObject({ voted: null });
    expect(book).not.toMatchObject({ backing: null });
    const json = OPERATOR_BOOK.toJson(book, dialect);
    expect(OPERATOR_BOOK.fromJson(json, dialect, 'book')).toEqual(book);
    const ballot = operators.propose(0, RIVAL, []);
    expect(ballot).toMatchObject({ round: 2, transaction: operators.proposal(T) });
    expect(BALLOT.fromJson(BALLOT.toJson(ballot, dialect), dialect, 'ballot')).toEqual(ballot);
  });
});
