import { type CommitteeVote, transactionId } from '@quorate/protocol';
import { addressOf, signerOf } from '@quorate/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Operators } from '../../test/operators.ts';
import { countVotes, signVote, votesFault } from './votes.ts';

const operators = new Operators(4, 0);
const transaction = operators.proposal(0);
const env = operators.env(0);
const ABOUT = { networkId: 'fast:localnet', epoch: 3, isConfirmation: false } as const;
const ROUND = 2;

function voteOf(name: string, changed: Partial<CommitteeVote> = {}, signer = name) {
  const vote = {
    ...ABOUT,
    round: ROUND,
    proposalId: transactionId(transaction),
    operator: addressOf(name),
    ...changed,
  };
  return signVote(vote, signerOf(signer));
}

const VALID = [0, 1, 2].map((index) => voteOf(`operator ${index}`));

/** Votes that are not for the proposal in this round, or not of an operator. */
const OTHERS = [
  ['of another network', voteOf('operator 3', { networkId: 'fast:testnet' })],
  ['of another epoch', voteOf('operator 3', { epoch: 2 })],
  ['of an earlier round', voteOf('operator 3', { round: ROUND - 1 })],
  ['of a later round', voteOf('operator 3', { round: ROUND + 1 })],
  ['that is a confirmation', voteOf('operator 3', { isConfirmation: true })],
  [
    'for another proposal',
    voteOf('operator 3', { proposalId: transactionId(operators.proposal(1)) }),
  ],
  ['of somebody who is no operator', voteOf('mallory')],
  ['that another has signed', voteOf('operator 3', {}, 'mallory')],
] as const;

describe('votes', () => {
  it('C3 are those of a quorum, in any order', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(VALID), (votes) => {
        const fault = votesFault({ round: ROUND, transaction, votes }, ABOUT, env);
        expect(fault === undefined).toBe(votes.length === 3);
      }),
    );
  });

  it.each(OTHERS)('C3 are refused, and not counted, with one %s', (_, other) => {
    fc.assert(
      fc.property(fc.nat({ max: 3 }), (place) => {
        const votes = VALID.toSpliced(place, 0, other);
        const voted = { round: ROUND, transaction, votes };
        expect(votesFault(voted, ABOUT, env)).toEqual(expect.any(String));
        expect(countVotes(voted, votes, ABOUT, env).votes).toEqual(VALID);
      }),
    );
  });

  it('C3 count once for each operator', () => {
    const votes = [...VALID.slice(0, 2), ...VALID.slice(0, 2)];
    const voted = { round: ROUND, transaction, votes };
    expect(votesFault(voted, ABOUT, env)).toContain('voted twice');
    expect(votesFault({ ...voted, votes: [...VALID, ...VALID] }, ABOUT, env)).toContain('twice');
    expect(countVotes(voted, votes, ABOUT, env).votes).toEqual(VALID.slice(0, 2));
  });
});
