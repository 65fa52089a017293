import { nonceKey, readableFacts } from '@quorate/core';
import type { Verifier } from '@quorate/crypto';
import {
  type Address,
  factsOf,
  type TransactionFacts,
  type TransactionId,
} from '@quorate/protocol';
import { NODES_DO_NOT_BREAK } from '../expected-verdict.ts';
import type { CommitteeBook } from '../oracles/committee-book.ts';
import { certificatesTaken } from '../oracles/model/settled-by.ts';
import { recordedStep } from '../recording/recorder.ts';
import type { Machine, Sent, Taken } from './machines/machine.ts';
import { at } from './numbers/numbers.ts';

/**
 * Knows what cannot be taken back: signatures that have left validators, what correct validators
 * accepted as certified, and that a node broke. Sets of it are numbered, and the number of the set
 * is a part of every state of the cluster.
 */
export interface Given {
  /**
   * Gives the marks for what one step of a node gives away. A node whose step cannot be read has
   * broken too, as in a run.
   */
  readonly marksOf: (machine: Machine, taken: Taken) => readonly number[];
  /** Gives the number of the set with these marks added. */
  with(set: number, marks: readonly number[]): number;
  /** The invariant that a set proves to be broken; undefined if there is none. */
  breachIn(set: number): Breach | undefined;
  /**
   * Names what a mark concerns, such as a nonce: only marks about the same can prove something
   * together.
   */
  placeOf(mark: number): string;
}

/** The name of an invariant that a set alone can prove to be broken. */
export type Breach = 'unique-certificate' | 'no-double-sign' | typeof NODES_DO_NOT_BREAK;

/** What is needed to judge given signatures. */
export interface GivenOptions {
  readonly committees: CommitteeBook;
  readonly nameOf: (address: Address) => string;
  readonly isCorrect: (node: string) => boolean;
  readonly verifier: Verifier;
}

/** The empty set. */
export const NOTHING_GIVEN = 0;

/** That some node broke, or what was given away about a transaction. */
type Mark = typeof NODES_DO_NOT_BREAK | Testimony;

/**
 * A signature under a transaction or, without a signer, the fact that a correct validator accepted
 * the transaction as certified.
 */
interface Testimony {
  readonly signer: Address | undefined;
  readonly facts: TransactionFacts;
}

/**
 * Creates the sets of one search.
 *
 * A signature that was once sent counts forever, whether it arrives or not: somebody may use it
 * later.
 */
export function createGiven(options: GivenOptions): Given {
  const { verifier, isCorrect } = options;
  const marks: Mark[] = [];
  const numbers = new Map<string, number>();
  const facts = new Map<TransactionId, TransactionFacts>();
  const sets: (readonly number[])[] = [[]];
  const setNumbers = new Map<string, number>([['', NOTHING_GIVEN]]);
  const breaches = new Map<number, Breach | undefined>();

  function numberOf(mark: Mark): number {
    const key = mark === NODES_DO_NOT_BREAK ? mark : `${mark.signer ?? 'taken'} ${mark.facts.id}`;
    const number = numbers.get(key) ?? marks.length;
    if (number === marks.length) marks.push(mark);
    numbers.set(key, number);
    return number;
  }

  function signatureIn({ message }: Sent): readonly Testimony[] {
    if (message.type === 'SubmitTransaction') {
      const read = readableFacts(message.envelope);
      if (read !== undefined) facts.set(read.id, read);
    }
    if (message.type !== 'Response' || message.result.type !== 'Signed') return [];
    const { transactionId, validator: signer, signature } = message.result;
    const known = facts.get(transactionId);
    const isValid = known !== undefined && verifier.verify(signer, known.signingBytes, signature);
    return isValid ? [{ signer, facts: known }] : [];
  }

  function takenIn({ role, name }: Machine, { observed }: Taken): readonly Testimony[] {
    if (role !== 'validator' || !isCorrect(name)) return [];
    return observed
      .flatMap(({ observation }) => certificatesTaken(recordedStep(observation)))
      .map(({ envelope }) => ({ signer: undefined, facts: factsOf(envelope.transaction) }));
  }

  function givenIn(machine: Machine, taken: Taken): readonly Mark[] {
    const broke: readonly Mark[] = taken.failure === undefined ? [] : [NODES_DO_NOT_BREAK];
    try {
      return [...taken.sent.flatMap(signatureIn), ...takenIn(machine, taken), ...broke];
    } catch {
      return [NODES_DO_NOT_BREAK];
    }
  }

  return {
    marksOf: (machine, taken) => givenIn(machine, taken).map(numberOf),
    with(set, more) {
      const held = sets[set] ?? [];
      if (more.every((mark) => held.includes(mark))) return set;
      const all = [...new Set([...held, ...more])].sort((a, b) => a - b);
      const key = all.join();
      const number = setNumbers.get(key) ?? sets.length;
      if (number === sets.length) sets.push(all);
      setNumbers.set(key, number);
      return number;
    },
    breachIn(set) {
      if (breaches.has(set)) return breaches.get(set);
      const breach = breachOf(
        (sets[set] ?? []).flatMap((each) => marks[each] ?? []),
        options,
      );
      breaches.set(set, breach);
      return breach;
    },
    placeOf: (mark) => placeOf(at(marks, mark)),
  };
}

function breachOf(
  given: readonly Mark[],
  { committees, nameOf, isCorrect }: GivenOptions,
): Breach | undefined {
  const testimonies = given.filter((mark) => mark !== NODES_DO_NOT_BREAK);
  if (testimonies.length < given.length) return NODES_DO_NOT_BREAK;
  for (const about of groups(testimonies, placeOf)) {
    const correct = signersOf(about).filter((signer) => isCorrect(nameOf(signer)));
    if (new Set(correct).size < correct.length) return 'no-double-sign';
    const certified = groups(about, ({ facts }) => facts.id).filter(
      (own) =>
        own.some(({ signer }) => signer === undefined) ||
        committees.isQuorum(new Set(signersOf(own))),
    );
    if (certified.length > 1) return 'unique-certificate';
  }
  return undefined;
}

function placeOf(mark: Mark): string {
  if (mark === NODES_DO_NOT_BREAK) return mark;
  const { transaction } = mark.facts;
  return nonceKey(transaction.sender, transaction.nonce);
}

function signersOf(marks: readonly Testimony[]): readonly Address[] {
  return marks.flatMap(({ signer }) => signer ?? []);
}

function groups(
  marks: readonly Testimony[],
  keyOf: (mark: Testimony) => string,
): readonly (readonly Testimony[])[] {
  const all = new Map<string, Testimony[]>();
  for (const each of marks) all.set(keyOf(each), [...(all.get(keyOf(each)) ?? []), each]);
  return [...all.values()];
}
