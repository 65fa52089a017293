import type { Genesis, ProxyResume } from '@quorate/core';
import {
  type Address,
  factsOf,
  NATIVE_TOKEN_ID,
  type Operation,
  type Transaction,
  type TransactionEnvelope,
} from '@quorate/protocol';
import { perLife } from '../following/per-life.ts';
import { feeFor, isFeeTokenTaken } from '../model/fee-model.ts';
import { moveAll } from '../model/moves.ts';
import type { ProxyStep } from '../oracle.ts';
import { type Driven, type HeardFromMember, heardFromMember } from './proxy-view.ts';

/** What proxies were told of the accounts whose transactions they drive. */
export interface ToldOfAccounts {
  /** Notes what a proxy is told in a step, and what it begins. */
  readonly note: (step: ProxyStep) => void;
  /**
   * How many members have told enough to show that they would sign what a proxy begins in this step;
   * 0 if it has begun something at that nonce or above it before.
   */
  readonly willing: (step: ProxyStep, driven: Driven) => number;
}

/** What one proxy was told in one life. */
interface Book {
  readonly words: Map<Address, Map<Address, Word>>;
  /** The least nonce of each account above all that was begun. */
  readonly unspent: Map<Address, bigint>;
}

/** The next nonce of an account at a member, and the least that it holds of the native token. */
interface Word {
  readonly nonce: bigint;
  readonly funds: bigint;
  readonly at: bigint;
}

/** Creates the record of what proxies were told of accounts. */
export function createToldOfAccounts(genesis: Pick<Genesis, 'fees'>): ToldOfAccounts {
  const bookOf = perLife((): Book => ({ words: new Map(), unspent: new Map() }));

  function hear(book: Book, { driven, validator, ...heard }: HeardFromMember, at: bigint): void {
    const { sender } = driven.facts.transaction;
    const words = book.words.get(sender) ?? new Map<Address, Word>();
    book.words.set(sender, words);
    const word = wordAfter(words.get(validator), { driven, ...heard }, genesis);
    if (word === undefined) words.delete(validator);
    else if (word !== words.get(validator)) words.set(validator, { ...word, at });
  }

  return {
    note: (step) => {
      const { before, after } = step.observation;
      const book = bookOf(step);
      const heard = heardFromMember(step.observation);
      if (heard !== undefined) hear(book, heard, step.now());
      if (before.committee !== after.committee) book.words.clear();
      if (before.submissions !== after.submissions) spend(book, step.observation);
    },
    willing: (step, driven) => {
      const { committee, timings } = step.observation.after;
      const { sender, nonce } = driven.facts.transaction;
      const { words, unspent } = bookOf(step);
      const cost = costOf(driven, genesis);
      if (cost === undefined || nonce < (unspent.get(sender) ?? 0n)) return 0;
      const now = step.now();
      return committee.members.filter(({ validator: { address } }) => {
        const word = words.get(sender)?.get(address);
        if (word?.nonce !== nonce || word.funds < cost) return false;
        return word.at <= now && now <= word.at + timings.deadlineNanos;
      }).length;
    },
  };
}

// Between two restarts a proxy begins a transaction only once it has looked it up in its store.
function spend({ unspent }: Book, { input, after }: ProxyStep['observation']): void {
  const begun = input.type === 'Loaded' ? envelopeOf(input.resume) : undefined;
  if (begun === undefined || !after.submissions.has(factsOf(begun.transaction).id)) return;
  const { sender, nonce } = factsOf(begun.transaction).transaction;
  if (nonce >= (unspent.get(sender) ?? 0n)) unspent.set(sender, nonce + 1n);
}

function envelopeOf(resume: ProxyResume): TransactionEnvelope | undefined {
  switch (resume.purpose) {
    case 'Submit':
      return resume.envelope;
    case 'Drive':
      return resume.record.envelope;
    default:
      return undefined;
  }
}

function wordAfter(
  known: Word | undefined,
  { driven, purpose, result }: Pick<HeardFromMember, 'driven' | 'purpose' | 'result'>,
  genesis: Pick<Genesis, 'fees'>,
): Word | undefined {
  const { id, transaction } = driven.facts;
  const isOfThis = known?.nonce === transaction.nonce;
  switch (result.type) {
    case 'Admissible': {
      const { balance, isHeld, transactionId } = result;
      if (purpose !== 'check' || transactionId !== id || isHeld) return known;
      if (balance === undefined || (known?.nonce ?? 0n) > transaction.nonce) return known;
      return { nonce: transaction.nonce, funds: balance, at: 0n };
    }
    case 'Settled': {
      if (purpose !== 'settle' || result.transactionId !== id || !isOfThis) return known;
      const taken = takenBy(driven, genesis);
      if (taken === undefined) return undefined;
      return { nonce: known.nonce + 1n, funds: known.funds - taken, at: 0n };
    }
    case 'Rejected':
      return isOfThis ? undefined : known;
    default:
      return known;
  }
}

/** What a payment takes from its sender; undefined for all else, for which funds do not suffice. */
function costOf(
  { envelope, facts: { transaction } }: Driven,
  genesis: Pick<Genesis, 'fees'>,
): bigint | undefined {
  const fee = nativeFee(transaction, genesis);
  if (envelope.signature.kind !== 'Signature' || fee === undefined) return undefined;
  const amounts = transaction.operations.map((operation) =>
    operation.kind === 'TokenTransfer' && operation.tokenId === NATIVE_TOKEN_ID
      ? operation.amount
      : 0n,
  );
  return amounts.length === 0 || amounts.includes(0n)
    ? undefined
    : amounts.reduce((sum, amount) => sum + amount, fee);
}

/**
 * What a transaction takes from its sender's native tokens when it settles; undefined where that is
 * not in it, or where it is about a committee.
 */
function takenBy({ facts }: Driven, genesis: Pick<Genesis, 'fees'>): bigint | undefined {
  const { sender, operations } = facts.transaction;
  if (!isFeeTokenTaken(facts.transaction, genesis) || operations.some(isUntold)) return undefined;
  let taken = 0n;
  moveAll(facts, {
    move(account, tokenId, amount) {
      if (account === sender && tokenId === NATIVE_TOKEN_ID && amount < 0n) taken -= amount;
    },
    escrow: () => undefined,
    genesis,
  });
  return taken;
}

function isUntold(operation: Operation): boolean {
  return operation.kind === 'Escrow'
    ? operation.escrow.kind === 'CreateJob'
    : operation.kind.endsWith('Committee');
}

function nativeFee(transaction: Transaction, genesis: Pick<Genesis, 'fees'>): bigint | undefined {
  if (!isFeeTokenTaken(transaction, genesis)) return undefined;
  const fee = feeFor(transaction, genesis);
  if (fee === undefined) return 0n;
  return fee.tokenId === NATIVE_TOKEN_ID ? fee.amount : undefined;
}
