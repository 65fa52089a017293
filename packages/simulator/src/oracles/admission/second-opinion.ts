import {
  type Account,
  type CheckTransaction,
  committeeOf,
  NEW_ACCOUNT,
  openEnvelope,
  type SubmitTransaction,
  type ValidatorState,
} from '@quorate/core';
import {
  type Address,
  DecodeError,
  factsOf,
  type RejectionCode,
  type TransactionEnvelope,
  type TransactionFacts,
  transactionId,
} from '@quorate/protocol';
import { forgeryIn } from '../authentic.ts';
import { heldEnvelopes } from '../following/held-envelopes.ts';
import type { Dependency } from '../model/dependencies.ts';
import { feeFor, isFeeTokenTaken } from '../model/fee-model.ts';
import { keysOf } from '../model/keys-of.ts';
import type { OracleContext } from '../oracle.ts';
import { type Cost, costOf, heldAt } from './cost.ts';
import { lackingFor } from './lacking.ts';
import { excessIn } from './limits-opinion.ts';
import { applyOnPaper, covers, judgeOperation } from './operation-opinions.ts';
import { paperOver } from './paper.ts';
import type { Opinion, Place } from './place.ts';

/** A request to a validator, and the state in which it was handled. */
export interface Question {
  readonly message: CheckTransaction | SubmitTransaction;
  readonly state: ValidatorState;
  readonly verifier: OracleContext['verifier'];
}

interface Opened extends Question {
  readonly envelope: TransactionEnvelope;
  readonly facts: TransactionFacts;
  readonly account: Account;
}

/**
 * Gives the code with which a transaction must be refused, by the rules of ledger.md: V1 to V7 in
 * order, and P5 if it is only to be checked. Undefined when it must be admitted.
 *
 * Written from ledger.md alone: the validators' own checks may be the bug.
 */
export function secondOpinion(question: Question): Opinion {
  return rulingOn(question)?.code;
}

/** How a transaction must be refused. */
export interface Ruling {
  readonly code: RejectionCode;
  /** Given where several rules share the code. */
  readonly rule?: 'V2' | 'V6' | 'V7' | 'P5';
  /** The operation to which it is due; undefined when it is due to the whole transaction. */
  readonly operationIndex?: number;
}

/** Gives the refusal of a transaction, as `secondOpinion` does, with what it is due to. */
export function rulingOn(question: Question): Ruling | undefined {
  const opened = open(question);
  if (opened === undefined || isOfAnother(opened)) return { code: 'InvalidRequest' };
  const fault = opinionOnForm(opened);
  if (fault !== undefined) {
    return fault === 'NonSubmittableOperation' ? { code: fault, rule: 'V2' } : { code: fault };
  }
  const refusal = opinionOnAccount(opened);
  if (refusal === 'signed') return undefined;
  return refusal === undefined ? rulingOnOperations(opened) : { code: refusal };
}

function open(question: Question): Opened | undefined {
  try {
    const { message, state, verifier } = question;
    const envelope = openEnvelope(message.envelope);
    const facts = factsOf(envelope.transaction);
    const account = state.ledger.account.get(facts.transaction.sender) ?? NEW_ACCOUNT;
    return { message, state, verifier, envelope, facts, account };
  } catch (error) {
    if (error instanceof DecodeError) return undefined;
    throw error;
  }
}

/** A dry run names the transaction that is meant: a damaged one is another (rule P5). */
function isOfAnother({ message, facts }: Opened): boolean {
  if (message.type !== 'CheckTransaction') return false;
  return message.transactionId !== undefined && message.transactionId !== facts.id;
}

/** What decides whether a transaction is well formed, whatever its sender owns. */
interface Form extends Pick<Opened, 'envelope' | 'facts' | 'verifier'> {
  /** A dry run comes without the sender's signature. */
  readonly message?: Opened['message'];
  readonly state: Pick<ValidatorState, 'genesis' | 'committees'>;
}

/** Rules V1 to V3: limits, network, signatures. */
export function opinionOnForm({ message, envelope, facts, state, verifier }: Form): Opinion {
  const { signature } = envelope;
  const { genesis, committees } = state;
  if (excessIn(facts, signature) !== undefined) return 'InvalidRequest';
  if (isForeign(facts, genesis)) return 'NonSubmittableOperation';
  const isForged =
    message?.type !== 'CheckTransaction' && forgeryIn(envelope, verifier) !== undefined;
  const isValidator = (key: Address) => committeeOf(committees, key) !== undefined;
  const areMixed = keysOf(signature, facts.transaction).some(isValidator);
  return isForged || areMixed ? 'InvalidSignature' : undefined;
}

/** Rule V2: tells whether a transaction is for another network. */
export function isForeign(
  { transaction: { networkId } }: TransactionFacts,
  { networkId: own, acceptsUnversioned }: OracleContext['genesis'],
): boolean {
  return networkId === null ? !acceptsUnversioned : networkId !== own;
}

/** `signed` means the answer with the signature that the lock already holds (rule V4). */
function opinionOnAccount({ facts, state, account }: Opened): Opinion | 'signed' {
  const { lock, nextNonce } = account;
  const held = heldEnvelopes(lock).map(({ transaction }) => transactionId(transaction));
  const isOwn = lock?.kind === 'pending' && held.includes(facts.id);
  if (isOwn && lock.signature !== undefined) return 'signed';
  if (state.status !== 'active') return 'EpochEnding';
  if (held.some((id) => id !== facts.id)) return 'PreviousTransactionMustBeConfirmedFirst';
  return facts.transaction.nonce === nextNonce ? undefined : 'UnexpectedNonce';
}

function rulingOnOperations(opened: Opened): Ruling | undefined {
  const { facts, message, account } = opened;
  const { operations } = facts.transaction;
  const code = 'NonSubmittableOperation';
  if (operations.length === 0) return { code, rule: 'V6' };
  const placeOf = createPlaces(opened);
  let vain: Ruling | undefined;
  for (const [operationIndex, operation] of operations.entries()) {
    const opinion = judgeOperation(operation, placeOf(operationIndex));
    if (opinion.refusal !== undefined) return { code: opinion.refusal, rule: 'V6', operationIndex };
    if (opinion.vain !== undefined) vain ??= { code, rule: 'P5', operationIndex };
  }
  const refusal = opinionOnFee(opened, placeOf(operations.length));
  if (refusal !== undefined) return { code: refusal, rule: 'V7' };
  // A transaction that a member of the previous committee has signed is past rule P5.
  const isPast = message.type !== 'CheckTransaction' || account.lock !== undefined;
  return isPast ? undefined : vain;
}

/**
 * Says why a transaction would achieve nothing although it may be signed (rule P5); undefined when
 * it would achieve something.
 */
export function vainIn(question: Question): string | undefined {
  const opened = open(question);
  if (opened === undefined || opened.account.lock !== undefined) return undefined;
  const placeOf = createPlaces(opened);
  for (const [index, operation] of opened.facts.transaction.operations.entries()) {
    const { vain } = judgeOperation(operation, placeOf(index));
    if (vain !== undefined) return vain;
  }
  return undefined;
}

/** The amount that something takes from its sender, and the sender's balance. */
interface Need extends Cost {
  readonly held: bigint;
}

/**
 * Gives what the operation at an index takes, or the fee when there is no index, after everything
 * before it (rules V6 and V7); undefined when that takes nothing.
 */
export function needAt(question: Question, index: number | undefined): Need | undefined {
  const opened = open(question);
  if (opened === undefined) return undefined;
  const { transaction } = opened.facts;
  const at = index ?? transaction.operations.length;
  const place = placeAfter(opened, at);
  const operation = transaction.operations[at];
  const cost =
    operation === undefined ? feeFor(transaction, opened.state.genesis) : costOf(operation, place);
  if (cost === undefined) return undefined;
  const { tokenId, amount } = cost;
  return { tokenId, amount, held: heldAt(place, tokenId) };
}

/** Lists what the operation at an index lacks, after everything before it (rule V6). */
export function lackedAt(question: Question, index: number): readonly Dependency[] {
  const opened = open(question);
  const operation = opened?.facts.transaction.operations[index];
  if (opened === undefined || operation === undefined) return [];
  return lackingFor(operation, placeAfter(opened, index));
}

/** Gives the place at an index, with everything before it applied. */
function placeAfter(opened: Opened, index: number): Place {
  const placeOf = createPlaces(opened);
  const before = opened.facts.transaction.operations.slice(0, index);
  for (const [each, operation] of before.entries()) applyOnPaper(operation, placeOf(each));
  return placeOf(index);
}

function createPlaces({ facts, state, verifier }: Opened): (index: number) => Place {
  const paper = paperOver(state.ledger);
  return (index) => ({ paper, facts, index, verifier, state });
}

/** Rule V7: the fee, after all operations. */
function opinionOnFee(
  { facts: { transaction }, state: { genesis } }: Opened,
  place: Place,
): Opinion {
  if (!isFeeTokenTaken(transaction, genesis)) return 'NonSubmittableOperation';
  const fee = feeFor(transaction, genesis);
  return fee && covers(place, fee.tokenId, fee.amount);
}
