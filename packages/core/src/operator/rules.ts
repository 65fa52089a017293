import type { Signer, Verifier } from '@quorate/crypto';
import {
  type Ballot,
  type OperatorBook,
  type TransactionId,
  transactionId,
  type VotedProposal,
} from '@quorate/protocol';
import type { Committee } from '../committee.ts';
import { quorumSize } from '../quorum.ts';

/** What an operator votes with. */
export interface OperatorEnv {
  /** The committee of the epoch whose operators vote; every operator of it is known. */
  readonly committee: Committee;
  /** The key of the operator account. */
  readonly signer: Signer;
  readonly verifier: Verifier;
  /** The operator's clock, in nanoseconds since the Unix epoch. */
  readonly now: bigint;
  readonly rules: OperatorRules;
}

/** How far ahead of what an operator knows a round may be, so that nobody uses the rounds up. */
const ROUNDS_AHEAD_MAX = 1024;

/**
 * How far ahead of an operator's clock a change may begin its epoch: requests for the next one wait from
 * then on (rule C2). Units: nanoseconds.
 */
const BEGIN_AHEAD_MAX = 600_000_000_000n;

/**
 * The rules of an operator that votes on changes of committee, one entry each (rule C3); each gives a
 * reason to refuse, or undefined. A wrong operator for a test replaces one.
 */
export interface OperatorRules {
  /** How many operators of a committee of this size make a quorum. */
  readonly quorum: (size: number) => number;
  /** Whether a round may be voted in that comes after those which the operator has seen. */
  readonly round: (book: OperatorBook, round: number, id: TransactionId) => string | undefined;
  /** Whether a change may begin its epoch at this moment. */
  readonly beginning: (timestampNanos: bigint, now: bigint) => string | undefined;
  /** Whether a proposal takes over what the operator knows to have a quorum of votes. */
  readonly takesOver: (book: OperatorBook, ballot: Ballot) => string | undefined;
  /** Whether votes may be confirmed: not once the operator has gone on to a later round. */
  readonly confirmation: (book: OperatorBook, voted: VotedProposal) => string | undefined;
  /** Whether a change is signed on a quorum of confirmations of one round, or on one of votes. */
  readonly isSignedOnConfirmations: () => boolean;
  /** Whether a change may be signed: one for each epoch. */
  readonly signature: (book: OperatorBook, id: TransactionId) => string | undefined;
}

/** The rules of a correct operator. */
export const OPERATOR_RULES: OperatorRules = {
  quorum: quorumSize,
  round: ({ voted, backing }, round, id) => {
    if (voted?.round === round && voted.proposalId === id) return undefined;
    const seen = Math.max(voted?.round ?? 0, backing?.round ?? 0);
    if (round <= seen) return `round ${round} is over: the next is ${seen + 1}`;
    return round > seen + ROUNDS_AHEAD_MAX
      ? `round ${round} is more than ${ROUNDS_AHEAD_MAX} after round ${seen}`
      : undefined;
  },
  beginning: (timestampNanos, now) =>
    timestampNanos > now + BEGIN_AHEAD_MAX
      ? `its timestamp is more than ${BEGIN_AHEAD_MAX / 1_000_000_000n} s ahead`
      : undefined,
  takesOver: ({ backing }, ballot) => {
    if (backing === null) return undefined;
    const id = transactionId(backing.transaction);
    if (id === transactionId(ballot.transaction)) return undefined;
    return ballot.backing !== null && ballot.backing.round > backing.round
      ? undefined
      : `${id} had a quorum of votes in round ${backing.round}`;
  },
  confirmation: ({ voted }, { round }) =>
    voted !== null && voted.round > round
      ? `round ${round} is over: the operator has voted in round ${voted.round}`
      : undefined,
  isSignedOnConfirmations: () => true,
  signature: ({ signed }, id) =>
    signed === null || signed === id ? undefined : `the operator has signed ${signed}`,
};
