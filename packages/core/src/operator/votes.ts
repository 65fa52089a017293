import type { Signer } from '@quorate/crypto';
import {
  type Address,
  type CommitteeVote,
  counted,
  type NetworkId,
  type SignedVote,
  type TransactionId,
  transactionId,
  type VotedProposal,
  voteSigningBytes,
} from '@quorate/protocol';
import { verifies } from '../verification/verifies.ts';
import type { OperatorEnv } from './rules.ts';

/** What votes must agree on to be counted together. */
export interface VotesAbout {
  readonly networkId: NetworkId;
  readonly epoch: number;
  readonly isConfirmation: boolean;
}

type Counting = Pick<OperatorEnv, 'committee' | 'verifier' | 'rules'>;

/** Signs a vote with the key of an operator account. */
export function signVote(vote: CommitteeVote, signer: Signer): SignedVote {
  return { vote, signature: signer.sign(voteSigningBytes(vote)) };
}

/**
 * Says why votes are not those of a quorum of operators for one proposal in one round; undefined
 * when they are (rule C3). One vote that does not belong refuses the whole.
 */
export function votesFault(
  { round, transaction, votes }: VotedProposal,
  about: VotesAbout,
  env: Counting,
): string | undefined {
  const operators = new Set<Address>();
  const id = transactionId(transaction);
  for (const signed of votes) {
    const fault = voteFault(signed, { ...about, round, proposalId: id }, env);
    if (fault !== undefined) return fault;
    const { operator } = signed.vote;
    if (operators.has(operator)) return `${operator} voted twice`;
    operators.add(operator);
  }
  const needed = env.rules.quorum(env.committee.members.length);
  const done = about.isConfirmation ? 'confirmed' : 'voted';
  return operators.size >= needed
    ? undefined
    : `${counted(operators.size, 'operator')} ${done}, ${needed} make a quorum`;
}

/**
 * Picks the valid votes for a proposal in a round, one for each operator. They may be fewer than a
 * quorum; `votesFault` checks that.
 */
export function countVotes(
  proposal: Pick<VotedProposal, 'round' | 'transaction'>,
  votes: readonly SignedVote[],
  about: VotesAbout,
  env: Counting,
): VotedProposal {
  const { round, transaction } = proposal;
  const expected = { ...about, round, proposalId: transactionId(transaction) };
  const counted = new Map<Address, SignedVote>();
  for (const signed of votes) {
    const { operator } = signed.vote;
    if (counted.has(operator) || voteFault(signed, expected, env) !== undefined) continue;
    counted.set(operator, signed);
  }
  return { round, transaction, votes: [...counted.values()] };
}

interface Expected extends VotesAbout {
  readonly round: number;
  readonly proposalId: TransactionId;
}

function voteFault(
  { vote, signature }: SignedVote,
  expected: Expected,
  { committee, verifier }: Counting,
): string | undefined {
  const { networkId, epoch, round, isConfirmation, proposalId, operator } = vote;
  if (networkId !== expected.networkId) return `a vote is of the network ${networkId}`;
  if (epoch !== expected.epoch) return `a vote is of epoch ${epoch}`;
  if (round !== expected.round) return `a vote is of round ${round}`;
  if (isConfirmation !== expected.isConfirmation) return 'a vote and a confirmation are mixed up';
  if (proposalId !== expected.proposalId) return `a vote is for ${proposalId}`;
  if (!committee.members.some((member) => member.operator === operator)) {
    return `${operator} is no operator of epoch ${epoch}`;
  }
  return verifies(verifier, operator, voteSigningBytes(vote), signature)
    ? undefined
    : `the vote of ${operator} does not verify`;
}
