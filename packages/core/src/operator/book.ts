import {
  type Address,
  type Ballot,
  factsOf,
  type NamedSignature,
  type NetworkId,
  type OperatorBook,
  type SignedVote,
  transactionId,
  type VersionedTransaction,
  type VotedProposal,
} from '@quorate/protocol';
import { changeFault } from './change.ts';
import type { OperatorEnv } from './rules.ts';
import { signVote, votesFault } from './votes.ts';

/**
 * The outcome of an operator's act: a new book and a message, or a refusal. The caller makes `book`
 * durable before `told` leaves, as with the lock of a validator (rules C3, V8).
 */
export type Told<T> =
  | { readonly book: OperatorBook; readonly told: T }
  | {
      /** Why the operator says nothing; its book stays as it is. */
      readonly refused: string;
    };

/** Opens the book of an operator for an epoch in which it has not voted yet. */
export function openBook(networkId: NetworkId, epoch: number, operator: Address): OperatorBook {
  return { networkId, epoch, operator, voted: null, backing: null, signed: null };
}

/** What a ballot is made of, besides the operator's own book. */
export interface BallotIntent {
  /** The change to propose when no earlier proposal has to be taken over. */
  readonly fresh: VersionedTransaction;
  /**
   * The proposals that other operators show as backed by votes. Those without valid evidence are
   * ignored.
   */
  readonly shown: readonly VotedProposal[];
  /** The lowest round to use, if other operators report that they voted in later rounds. */
  readonly leastRound: number;
}

/**
 * Proposes a change in the next round that the operator knows of.
 *
 * If proposals have had a quorum of votes, the one of the highest round is taken over, because it
 * may have been signed already (rule C3).
 */
export function proposeNext(
  book: OperatorBook,
  { fresh, shown, leastRound }: BallotIntent,
  env: OperatorEnv,
): Ballot {
  const { backing, voted } = shown.reduce((known, each) => withBacking(known, each, env), book);
  const seen = Math.max(voted?.round ?? 0, backing?.round ?? 0);
  const round = Math.max(seen + 1, leastRound);
  return { round, transaction: backing?.transaction ?? fresh, backing };
}

/** Votes for a ballot, or says why not (rule C3). The same ballot gets the same vote again. */
export function castVote(book: OperatorBook, ballot: Ballot, env: OperatorEnv): Told<SignedVote> {
  const { round, transaction, backing } = ballot;
  const { committee, rules } = env;
  const { networkId } = book;
  const fault =
    changeFault(transaction, { networkId, committee }, rules.quorum) ??
    (backing === null ? undefined : backingFault(book, ballot, backing, env));
  if (fault !== undefined) return { refused: fault };
  const known = backing === null ? book : withBacking(book, backing, env);
  const proposalId = transactionId(transaction);
  const refused =
    rules.beginning(factsOf(transaction).transaction.timestampNanos, env.now) ??
    rules.signature(book, proposalId) ??
    rules.takesOver(book, ballot) ??
    rules.round(known, round, proposalId);
  if (refused !== undefined) return { refused };
  const told = wordOf(book, { round, transaction, isConfirmation: false }, env);
  return { book: { ...known, voted: { round, proposalId } }, told };
}

/** Confirms that a proposal had a quorum of votes in a round, or says why not (rule C3). */
export function confirmVotes(
  book: OperatorBook,
  voted: VotedProposal,
  env: OperatorEnv,
): Told<SignedVote> {
  const { round, transaction } = voted;
  const refused =
    evidenceFault(book, voted, false, env) ??
    env.rules.signature(book, transactionId(transaction)) ??
    env.rules.confirmation(book, voted);
  if (refused !== undefined) return { refused };
  const told = wordOf(book, { round, transaction, isConfirmation: true }, env);
  return { book: withBacking(book, voted, env), told };
}

/**
 * Signs a change as one of the operators of the committee account, if a quorum has confirmed it in
 * one round; otherwise says why not (rule C3).
 */
export function signChange(
  book: OperatorBook,
  confirmed: VotedProposal,
  env: OperatorEnv,
): Told<NamedSignature> {
  const { transaction } = confirmed;
  const id = transactionId(transaction);
  const refused =
    evidenceFault(book, confirmed, env.rules.isSignedOnConfirmations(), env) ??
    env.rules.signature(book, id);
  if (refused !== undefined) return { refused };
  const signature = env.signer.sign(factsOf(transaction).signingBytes);
  return { book: { ...book, signed: id }, told: [book.operator, signature] };
}

function withBacking(book: OperatorBook, voted: VotedProposal, env: OperatorEnv): OperatorBook {
  const isLater = voted.round > (book.backing?.round ?? 0);
  const isShown = isLater && evidenceFault(book, voted, false, env) === undefined;
  return isShown ? { ...book, backing: voted } : book;
}

function backingFault(
  book: OperatorBook,
  { round, transaction }: Ballot,
  backing: VotedProposal,
  env: OperatorEnv,
): string | undefined {
  if (backing.round >= round) return `votes of round ${backing.round} back no round ${round}`;
  if (transactionId(backing.transaction) !== transactionId(transaction)) {
    return 'the votes that back it are for another proposal';
  }
  return evidenceFault(book, backing, false, env);
}

function evidenceFault(
  { networkId, epoch }: OperatorBook,
  voted: VotedProposal,
  isConfirmation: boolean,
  env: OperatorEnv,
): string | undefined {
  const { committee, rules } = env;
  return (
    changeFault(voted.transaction, { networkId, committee }, rules.quorum) ??
    votesFault(voted, { networkId, epoch, isConfirmation }, env)
  );
}

interface Word {
  readonly round: number;
  readonly transaction: VersionedTransaction;
  readonly isConfirmation: boolean;
}

function wordOf(
  { networkId, epoch, operator }: OperatorBook,
  { round, transaction, isConfirmation }: Word,
  { signer }: OperatorEnv,
): SignedVote {
  const proposalId = transactionId(transaction);
  return signVote({ networkId, epoch, round, isConfirmation, proposalId, operator }, signer);
}
