import type { VotedProposal } from '@quorate/protocol';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Operators } from '../../test/operators.ts';
import { proposeNext } from './book.ts';
import { OPERATOR_RULES } from './rules.ts';

/** All operators but one lie, so that any proposal can have a quorum of votes in any round. */
const operators = new Operators(4, 3);

function voted(which: number, round: number): VotedProposal {
  return operators.evidence(which, round, false);
}

/** Without the vote of one of the three. */
function voteless(which: number, round: number): VotedProposal {
  const { votes, ...about } = voted(which, round);
  return { ...about, votes: votes.slice(1) };
}

describe('takesOver', () => {
  const book = { ...operators.book(0), backing: voted(0, 2) };
  const fault = (which: number, backing: VotedProposal | null) =>
    OPERATOR_RULES.takesOver(book, { round: 9, transaction: operators.proposal(which), backing });

  it.each([
    [undefined, false],
    [1, false],
    [2, false],
    [3, true],
  ])(
    'C3 lets another proposal win with a quorum of round %s beside one of round 2: %s',
    (round, is) => {
      expect(fault(1, round === undefined ? null : voted(1, round)) === undefined).toBe(is);
      expect(fault(0, null)).toBe(undefined);
    },
  );
});

describe('proposeNext', () => {
  it('C3 takes over what had a quorum in the highest round, and nothing that had none', () => {
    const any = fc.record({
      which: fc.nat({ max: 1 }),
      round: fc.integer({ min: 1, max: 5 }),
      isQuorum: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.uniqueArray(any, { selector: ({ round }) => round }), (all) => {
        const shown = all.map(({ which, round, isQuorum }) =>
          isQuorum ? voted(which, round) : voteless(which, round),
        );
        const [highest] = all
          .filter(({ isQuorum }) => isQuorum)
          .toSorted((one, other) => other.round - one.round);
        const intent = { fresh: operators.proposal(0), shown, leastRound: 1 };
        expect(proposeNext(operators.book(0), intent, operators.env(0))).toEqual({
          round: (highest?.round ?? 0) + 1,
          transaction: operators.proposal(highest?.which ?? 0),
          backing: highest === undefined ? null : voted(highest.which, highest.round),
        });
      }),
    );
  });
});
