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

/** What an operator needs to vote. */
export interface OperatorEnv {
  /** The committee whose operators vote. All of its operators must be known. */
  readonly committee: Committee;
  /** The key of the operator account. */
  readonly signer: Signer;
  readonly verifier: Verifier;
  /** The operator's clock, in nanoseconds since the Unix epoch. */
  readonly now: bigint;
  readonly rules: OperatorRules;
}

/**
 * How far a round may lie ahead of those an operator knows. Without a bound, one vote could use up
 * the rounds.
 */
const ROUNDS_AHEAD_MAX = 1024;

/**
 * How far ahead of an operator's clock the new epoch may begin. Requests for the epoch after it
 * have to wait from then on (rule C2). Units: nanoseconds.
 */
const BEGIN_AHEAD_MAX = 600_000_000_000n;

/**
 * The rules by which an operator votes on committee changes, one entry each (rule C3). Most give a
 * reason to refuse, or undefined. A faulty operator for a test replaces one entry.
 */
export interface OperatorRules {
  /** How many operators of a committee of a given size make a quorum. */
  readonly quorum: (size: number) => number;
  /** Whether the operator may vote for this proposal in this round. */
  readonly round: (book: OperatorBook, round: number, id: TransactionId) => string | undefined;
  /** Whether the new epoch may begin at this time. */
  readonly beginning: (timestampNanos: bigint, now: bigint) => string | undefined;
  /** Whether a ballot takes over the proposal that the operator knows to have a quorum of votes. */
  readonly takesOver: (book: OperatorBook, ballot: Ballot) => string | undefined;
  /** Whether votes may be confirmed. Not once the operator has voted in a later round. */
  readonly confirmation: (book: OperatorBook, voted: VotedProposal) => string | undefined;
  /** Whether signing needs a quorum of confirmations of one round, or only of votes. */
  readonly isSignedOnConfirmations: () => boolean;
  /** Whether the operator may sign this change: at most one for each epoch. */
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
