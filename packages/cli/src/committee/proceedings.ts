import {
  authorisedChange,
  buildChange,
  type Committee,
  castVote,
  confirmVotes,
  countSignatures,
  countVotes,
  OPERATOR_RULES,
  proposeNext,
  quorumSize,
  signChange,
} from '@quorate/core';
import type {
  Ballot,
  NamedSignature,
  NetworkId,
  SignedVote,
  TransactionEnvelope,
  ValidatorConfig,
  VotedProposal,
} from '@quorate/protocol';
import { type Operator, VERIFIER } from './operator.ts';

/** The statements of operators on one proposal (rule C3). */
export interface Proceedings {
  readonly ballot: Ballot;
  readonly votes: readonly SignedVote[];
  readonly confirmations: readonly SignedVote[];
  readonly signatures: readonly NamedSignature[];
}

/** The network, and its committee that changes. */
export interface Voting {
  readonly networkId: NetworkId;
  /** The committee that the change replaces. */
  readonly committee: Committee;
}

/** What others have stated in earlier rounds. */
export interface Earlier {
  /** Proposals, with the votes for them. */
  readonly shown: readonly VotedProposal[];
  /** The least round that is worth a vote. */
  readonly leastRound: number;
}

/**
 * Puts a change to the vote in the next round; a change that the proposer or somebody else knows to
 * be backed is taken over.
 */
export function propose(
  proposer: Operator,
  validators: readonly ValidatorConfig[],
  { networkId, committee }: Voting,
  { shown, leastRound }: Earlier,
): Ballot {
  return proposer.look(committee, (book, env) => {
    const intent = { networkId, committee, validators, timestampNanos: env.now };
    const fresh = buildChange(intent, quorumSize);
    return proposeNext(book, { fresh, shown, leastRound }, env);
  });
}

/** Reads from the books of operators what they have stated in earlier rounds. */
export function earlierOf(operators: readonly Operator[], committee: Committee): Earlier {
  const books = operators.map((each) => each.look(committee, (book) => book));
  const rounds = books.map(({ voted: last }) => last?.round ?? 0);
  return {
    shown: books.flatMap(({ backing }) => backing ?? []),
    leastRound: Math.max(0, ...rounds) + 1,
  };
}

/** Votes for a proposal. @throws CommandError if the operator's book forbids it */
export function vote(operator: Operator, { committee }: Voting, ballot: Ballot): SignedVote {
  return operator.say(committee, (book, env) => castVote(book, ballot, env));
}

/** Confirms that a quorum has voted. @throws CommandError if it has not, or the book forbids it */
export function confirm(operator: Operator, voting: Voting, held: Proceedings): SignedVote {
  return operator.say(voting.committee, (book, env) =>
    confirmVotes(book, voted(voting, held), env),
  );
}

/** Signs a change that a quorum has confirmed. @throws CommandError if it has not */
export function sign(operator: Operator, voting: Voting, held: Proceedings): NamedSignature {
  const confirmed = counted(voting, held, true);
  return operator.say(voting.committee, (book, env) => signChange(book, confirmed, env));
}

/** Gives the change that a quorum has signed, ready to be submitted; undefined until then. */
export function authorised(
  { committee }: Voting,
  { ballot, signatures }: Proceedings,
): TransactionEnvelope | undefined {
  return authorisedChange(ballot.transaction, signatures, countingIn(committee));
}

/** Gives a proposal with those of the votes that belong to it. */
export function voted(voting: Voting, held: Proceedings): VotedProposal {
  return counted(voting, held, false);
}

/** Counts the operators whose statements belong to the ballot, so that people see how far it is. */
export function tally(
  voting: Voting,
  held: Proceedings,
): Readonly<Record<'votes' | 'confirmations' | 'signatures', number>> {
  return {
    votes: voted(voting, held).votes.length,
    confirmations: counted(voting, held, true).votes.length,
    signatures: countSignatures(
      held.ballot.transaction,
      held.signatures,
      countingIn(voting.committee),
    ).length,
  };
}

function countingIn(committee: Committee): Parameters<typeof countVotes>[3] {
  return { committee, verifier: VERIFIER, rules: OPERATOR_RULES };
}

function counted(
  { networkId, committee }: Voting,
  { ballot, votes, confirmations }: Proceedings,
  isConfirmation: boolean,
): VotedProposal {
  return countVotes(
    ballot,
    isConfirmation ? confirmations : votes,
    { networkId, epoch: committee.epoch, isConfirmation },
    countingIn(committee),
  );
}
