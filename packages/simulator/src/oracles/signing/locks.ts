import {
  type Account,
  type Ledger,
  type Lock,
  memberAt,
  NEW_ACCOUNT,
  type Result,
  TABLE_NAMES,
  type TableName,
  type ValidatorMessage,
  type ValidatorState,
} from '@quorate/core';
import { type Address, factsOf } from '@quorate/protocol';
import { forgeryIn } from '../authentic.ts';
import { heldEnvelopes, holdsAlone, idsHeld } from '../following/held-envelopes.ts';
import { askedFor } from '../following/told-in-answer.ts';
import type { LedgerChange } from '../model/ledger-change.ts';
import type { Oracle, OracleContext, ValidatorStep } from '../oracle.ts';

/**
 * A submission, accepted or refused, changes only the lock of its sender; a check or a query
 * changes nothing.
 */
export function signingMovesNothing({ nameOf }: Pick<OracleContext, 'nameOf'>): Oracle {
  return {
    name: 'signing-moves-nothing',
    kind: 'safety',
    afterStep: ({ validator, observation: { input, before, after }, changes }) => {
      const wish = input.type === 'Message' ? WISHES[input.message.type] : undefined;
      if (wish === undefined) return undefined;
      const moved =
        wish === 'sign'
          ? movedBetween(before.ledger, after.ledger, changes)
          : changedBetween(before.ledger, after.ledger);
      if (moved === undefined) return undefined;
      const what = nameOf(moved as Address);
      return {
        message: `${validator} changed ${what} when it was asked to ${wish}`,
        facts: { validator, changed: what },
      };
    },
  };
}

/** The messages that may change little or nothing, by what they ask a validator to do. */
const WISHES: Readonly<Partial<Record<ValidatorMessage['type'], 'sign' | 'check' | 'tell'>>> = {
  SubmitTransaction: 'sign',
  CheckTransaction: 'check',
  GetAccountInfo: 'tell',
  GetTokenInfo: 'tell',
  GetCertificates: 'tell',
  GetEscrowJobs: 'tell',
  GetSnapshot: 'tell',
};

/**
 * A lock holds a transaction of its account at the next nonce, and an own signature in it is valid
 * under the key of the epoch that the validator serves in. A transaction without own signature is
 * signed by its sender, and two transactions are rivals, so nobody can be framed (rules C5, C6).
 * The mark of a handover stays as long as the lock holds the transaction (rule C8). A signature
 * that the validator gives is the one in the lock (rule V8).
 */
export function lockExclusive({
  nameOf,
  verifier,
}: Pick<OracleContext, 'nameOf' | 'verifier'>): Oracle {
  return {
    name: 'lock-exclusive',
    kind: 'safety',
    afterStep: ({ validator, observation, changes }) => {
      const { before, after } = observation;
      const hasMerged = after.handover.served > before.handover.served;
      for (const { table, key, value: account, was } of changes) {
        if (table !== 'account' || account?.lock === undefined) continue;
        const address = key as Address;
        const fault =
          lockFault(address, account, keyOf(validator, after), verifier) ??
          (hasMerged ? undefined : markFault(account.lock, was?.lock));
        if (fault === undefined) continue;
        return {
          message: `the lock of ${nameOf(address)} at ${validator} ${fault}`,
          facts: { validator, account: nameOf(address), fault },
        };
      }
      return undefined;
    },
    afterAnswer: ({ validator, result, step: { observation } }) => {
      if (result.type !== 'Signed' || isHeld(result, observation)) return undefined;
      const { transactionId } = result;
      return {
        message: `${validator} has signed what it does not hold`,
        facts: { validator, transaction: transactionId },
      };
    },
  };
}

function isHeld(
  { transactionId, signature }: Extract<Result, { readonly type: 'Signed' }>,
  { input, after: { ledger } }: ValidatorStep['observation'],
): boolean {
  const sender = askedFor(input)?.transaction.sender;
  const lock = sender && ledger.account.get(sender)?.lock;
  return holdsAlone(lock, transactionId) && lock.signature === signature;
}

// Tables are immutable, so the same object means no change.
function changedBetween(
  before: Ledger,
  after: Ledger,
  but: TableName | undefined = undefined,
): string | undefined {
  if (before === after) return undefined;
  const table = TABLE_NAMES.find((name) => name !== but && before[name] !== after[name]);
  return table && `the table ${table}`;
}

function movedBetween(
  before: Ledger,
  after: Ledger,
  changes: readonly LedgerChange[],
): string | undefined {
  if (before === after) return undefined;
  const table = changedBetween(before, after, 'account');
  if (table !== undefined) return table;
  return changes.find(({ table, value, was }) => {
    if (table !== 'account') return true;
    const [from, to] = [was ?? NEW_ACCOUNT, value ?? NEW_ACCOUNT];
    return to.nextNonce !== from.nextNonce || to.creditCount !== from.creditCount;
  })?.key;
}

function lockFault(
  address: Address,
  { lock, nextNonce }: Account,
  key: Address | undefined,
  verifier: OracleContext['verifier'],
): string | undefined {
  for (const { transaction } of heldEnvelopes(lock)) {
    const { sender, nonce } = factsOf(transaction).transaction;
    if (sender !== address) return 'holds a transaction of somebody else';
    if (nonce !== nextNonce) return `holds nonce ${nonce}, the next is ${nextNonce}`;
  }
  if (lock === undefined) return undefined;
  if (lock.kind === 'contested' || lock.signature === undefined) return shownFault(lock, verifier);
  if (key === undefined) return 'has a signature of a validator without a seat';
  const { signingBytes } = factsOf(lock.envelope.transaction);
  return verifier.verify(key, signingBytes, lock.signature)
    ? undefined
    : 'holds a signature that does not verify';
}

/**
 * Gives the key under which an own signature in a lock is valid. If the key of the seat is
 * destroyed, a validator that restarts does not know any more which it was (rule C9); but its
 * committee tells.
 */
function keyOf(
  node: string,
  { handover: { seat, served }, committees }: Pick<ValidatorState, 'handover' | 'committees'>,
): Address | undefined {
  const committee = committees[served];
  return seat ?? (committee && memberAt(committee, node)?.validator.address);
}

// A transaction marked as handed over may settle from the previous epoch too, and nothing else may
// (rule C8).
function markFault(lock: Lock, was: Lock | undefined): string | undefined {
  const [isMarked, wasMarked] = [isLeft(lock), isLeft(was) && idsHeld(was) === idsHeld(lock)];
  if (isMarked === wasMarked) return undefined;
  return isMarked
    ? 'is marked as if a handover had left it'
    : 'has lost the mark of the handover that left it';
}

function isLeft(lock: Lock | undefined): boolean {
  return lock?.kind === 'pending' && lock.isHandedOver === true;
}

function shownFault(lock: Lock, verifier: OracleContext['verifier']): string | undefined {
  const held = heldEnvelopes(lock);
  const isForged = held.some((envelope) => forgeryIn(envelope, verifier) !== undefined);
  if (isForged) return 'holds what its sender has not signed';
  const ids = new Set(held.map(({ transaction }) => factsOf(transaction).id));
  return ids.size === held.length ? undefined : 'is contested by one and the same transaction';
}
