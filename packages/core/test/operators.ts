import type {
  Ballot,
  NamedSignature,
  OperatorBook,
  SignedVote,
  TransactionId,
  VersionedTransaction,
  VotedProposal,
} from '@quorate/protocol';
import { transactionId } from '@quorate/protocol';
import { addressOf, signerOf } from '@quorate/testkit';
import type { Committee } from '../src/committee.ts';
import {
  castVote,
  confirmVotes,
  openBook,
  proposeNext,
  signChange,
  type Told,
} from '../src/operator/book.ts';
import { buildChange } from '../src/operator/change.ts';
import { OPERATOR_RULES, type OperatorEnv, type OperatorRules } from '../src/operator/rules.ts';
import { countVotes, signVote, votesFault } from '../src/operator/votes.ts';
import { quorumSize } from '../src/quorum.ts';
import { START, VERIFIER } from './genesis.ts';

const NETWORK = 'fast:localnet';
const EPOCH = 3;

/** Builds a committee of this many members, each with an operator of its own. */
export function operatedBy(size: number): Committee {
  return {
    epoch: EPOCH,
    members: Array.from({ length: size }, (_, index) => ({
      validator: { address: addressOf(`seat ${index}`), host: `v${index}`, rpcPort: 0 },
      operator: addressOf(`operator ${index}`),
    })),
  };
}

/** Builds a change of that committee to one new member; each number gives another change. */
export function changeTo(committee: Committee, which: number): VersionedTransaction {
  const validators = [{ address: addressOf(`next ${which}`), host: 'w', rpcPort: 0 }];
  const intent = { networkId: NETWORK, committee, validators, timestampNanos: START } as const;
  return buildChange(intent, quorumSize);
}

/** Operators who vote on changes; the last ones may say whatever they like. */
export class Operators {
  readonly committee: Committee;
  readonly proposals: readonly VersionedTransaction[];
  readonly #rules: OperatorRules;
  readonly #books: OperatorBook[];
  readonly #liars: readonly number[];
  /** The votes that arrived, for everybody to see. */
  readonly #votes: SignedVote[] = [];
  readonly signatures: NamedSignature[] = [];

  constructor(size: number, liars: number, rules = OPERATOR_RULES) {
    this.committee = operatedBy(size);
    this.proposals = [0, 1].map((which) => changeTo(this.committee, which));
    this.#rules = rules;
    const honest = size - liars;
    this.#liars = Array.from({ length: liars }, (_, index) => honest + index);
    this.#books = Array.from({ length: honest }, (_, index) =>
      openBook(NETWORK, EPOCH, addressOf(`operator ${index}`)),
    );
  }

  env(index: number): OperatorEnv {
    const signer = VERIFIER.rememberingSigner(signerOf(`operator ${index}`));
    return {
      committee: this.committee,
      signer,
      verifier: VERIFIER,
      now: START,
      rules: this.#rules,
    };
  }

  book(index: number): OperatorBook {
    const book = this.#books[index % this.#books.length];
    if (book === undefined) throw new Error('there is no honest operator');
    return book;
  }

  get honest(): readonly number[] {
    return [...this.#books.keys()];
  }

  /** What honest operators have signed. */
  signed(): ReadonlySet<TransactionId> {
    return new Set(this.#books.flatMap(({ signed }) => signed ?? []));
  }

  proposal(which: number): VersionedTransaction {
    const proposal = this.proposals[which % this.proposals.length];
    if (proposal === undefined) throw new Error('there is no proposal');
    return proposal;
  }

  /** Gives the index of a proposal. */
  place(transaction: VersionedTransaction): number {
    const id = transactionId(transaction);
    return this.proposals.findIndex((each) => transactionId(each) === id);
  }

  /** Gives what an operator puts to the vote when these others show it what they know. */
  propose(index: number, which: number, asked: readonly number[], leastRound = 1): Ballot {
    const shown = asked.flatMap((each) => this.book(each).backing ?? []);
    const intent = { fresh: this.proposal(which), shown, leastRound };
    return proposeNext(this.book(index), intent, this.env(index));
  }

  /** Makes a ballot with all existing evidence, to which liars add. */
  forge(which: number, round: number, backedRound: number): Ballot {
    const transaction = this.proposal(which);
    const backing = this.evidence(which, backedRound, false);
    const isBacked = this.#isQuorum(backing) && backedRound < round;
    return { round, transaction, backing: isBacked ? backing : null };
  }

  /**
   * Gives all votes or confirmations of a round for a proposal that have arrived, with those of
   * liars.
   */
  evidence(which: number, round: number, isConfirmation: boolean): VotedProposal {
    const transaction = this.proposal(which);
    const about = { networkId: NETWORK, epoch: EPOCH, isConfirmation } as const;
    const lies = this.#liars.map((liar) => {
      const operator = addressOf(`operator ${liar}`);
      const proposalId = transactionId(transaction);
      return signVote({ ...about, round, proposalId, operator }, this.env(liar).signer);
    });
    return countVotes({ round, transaction }, [...this.#votes, ...lies], about, this.env(0));
  }

  /** Each of these returns whether the operator said something; what it says may be lost. */
  vote(index: number, ballot: Ballot, isLost = false): boolean {
    return this.#keep(index, castVote(this.book(index), ballot, this.env(index)), (told) => {
      if (!isLost) this.#votes.push(told);
    });
  }

  confirm(index: number, voted: VotedProposal, isLost = false): boolean {
    return this.#keep(index, confirmVotes(this.book(index), voted, this.env(index)), (told) => {
      if (!isLost) this.#votes.push(told);
    });
  }

  sign(index: number, confirmed: VotedProposal): boolean {
    return this.#keep(index, signChange(this.book(index), confirmed, this.env(index)), (told) => {
      this.signatures.push(told);
    });
  }

  #keep<T>(index: number, told: Told<T>, tell: (told: T) => void): boolean {
    if ('refused' in told) return false;
    this.#books[index] = told.book;
    tell(told.told);
    return true;
  }

  #isQuorum(voted: VotedProposal): boolean {
    const about = { networkId: NETWORK, epoch: EPOCH, isConfirmation: false } as const;
    return votesFault(voted, about, this.env(0)) === undefined;
  }
}
