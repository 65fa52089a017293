import {
  NATIVE_TOKEN_ID,
  type Rejection,
  type Signature,
  type Transaction,
  transactionId,
} from '@quorate/protocol';
import { isForNetwork, type NetworkRule } from '../genesis.ts';
import { type Account, heldEnvelopes, type Lock } from '../ledger/ledger.ts';
import { applyOperation, validateOperation } from '../ledger/operations/operation-table.ts';
import { Scratch } from '../ledger/scratch.ts';
import { type Result, rejected } from '../message.ts';
import { feeOf } from './fee.ts';
import { operationContext } from './operation-context.ts';
import type { Submission } from './rule-types.ts';
import { signedAs } from './signed-as.ts';

/**
 * V2: the transaction names this network, or has the un-versioned shape and that shape is accepted.
 */
export function checkNetwork({ state, transaction }: Submission): Result | undefined {
  const rejection = networkFault(transaction, state.genesis);
  return rejection === undefined ? undefined : rejected(rejection);
}

/** Says why a transaction is not for this network; undefined when it is (rule V2). */
export function networkFault(
  transaction: Pick<Transaction, 'networkId'>,
  network: NetworkRule,
): Rejection | undefined {
  if (isForNetwork(transaction, network)) return undefined;
  const given = transaction.networkId ?? 'the un-versioned shape';
  const reason = `this is ${network.networkId}; the transaction is for ${given}`;
  return { code: 'NonSubmittableOperation', rule: 'V2', reason };
}

/**
 * V4: repeats the own signature on the transaction that the lock holds, and refuses its rivals.
 *
 * The same transaction gets the same signature again, so a lost answer costs nothing.
 */
export function checkLock({ state, env, account, facts }: Submission): Result | undefined {
  const own = pendingOn(account, facts)?.signature;
  if (own !== undefined)
    return signed(signedAs(state, env, facts.signingBytes, own), own, facts.id, account);
  if (env.rules.handover.isFrozen(state)) {
    return rejected({ code: 'EpochEnding', rule: 'V4', epoch: state.handover.served });
  }
  const held = heldEnvelopes(account.lock).filter(
    ({ transaction }) => transactionId(transaction) !== facts.id,
  );
  if (held.length === 0) return undefined;
  return rejected({
    code: 'PreviousTransactionMustBeConfirmedFirst',
    rule: 'V4',
    pending: heldEnvelopes(account.lock),
  });
}

/** Gives the lock if it holds this very transaction, signed or not. */
export function pendingOn(
  { lock }: Account,
  { id }: Submission['facts'],
): Extract<Lock, { readonly kind: 'pending' }> | undefined {
  if (lock?.kind !== 'pending') return undefined;
  return transactionId(lock.envelope.transaction) === id ? lock : undefined;
}

/** V5: the nonce is the account's next nonce. */
export function checkNonce({ transaction, account }: Submission): Result | undefined {
  if (transaction.nonce === account.nextNonce) return undefined;
  const { nonce } = transaction;
  return rejected({ code: 'UnexpectedNonce', rule: 'V5', nonce, expectedNonce: account.nextNonce });
}

/** V6: every operation is admissible in order, each seeing the effects of those before it. */
export function checkOperations(submission: Submission): Result | undefined {
  const { transaction } = submission;
  const fault =
    emptyFault(transaction) ?? admit(submission, transaction.operations.length - 1).fault;
  if (fault === undefined) return undefined;
  // A proxy has to know that a member of the previous committee may have signed (rule P4).
  const isHeld = pendingOn(submission.account, submission.facts) !== undefined;
  const isForGood = fault.code === 'NonSubmittableOperation';
  return rejected(isHeld && isForGood ? { ...fault, isHeld } : fault);
}

/** Refuses a transaction without operations (rule V6). */
export function emptyFault({ operations }: Pick<Transaction, 'operations'>): Rejection | undefined {
  if (operations.length > 0) return undefined;
  const reason = 'a transaction has at least one operation';
  return { code: 'NonSubmittableOperation', rule: 'V6', reason };
}

/** V7: the sender can pay the fee, if there is one, after the operations. */
export function checkFee(submission: Submission): Result | undefined {
  const { state, transaction } = submission;
  const fee = feeOf(state.genesis, transaction);
  if (fee === undefined) {
    return rejected({
      code: 'NonSubmittableOperation',
      rule: 'V7',
      reason: `fees cannot be paid in ${transaction.feeToken ?? NATIVE_TOKEN_ID}`,
    });
  }
  if (fee.amount === 0n) return undefined;
  const { length } = transaction.operations;
  const currentBalance = admit(submission, length).scratch.balance(transaction.sender, fee.tokenId);
  if (currentBalance >= fee.amount) return undefined;
  return rejected({
    code: 'InsufficientFunding',
    rule: 'V7',
    tokenId: fee.tokenId,
    currentBalance,
    required: fee.amount,
  });
}

/** V8: locks the account on a transaction, together with the signature about to be given. */
export function takeLock({ account, envelope, facts }: Submission, signature: Signature): Account {
  const { nextNonce, creditCount } = account;
  const held = { kind: 'pending', envelope, signature } as const;
  const isHandedOver = pendingOn(account, facts)?.isHandedOver;
  const lock = isHandedOver === undefined ? held : { ...held, isHandedOver };
  return { nextNonce, lock, creditCount };
}

/** V9: builds the answer with the validator's signature. `nextNonce` is not yet advanced. */
export function signed(
  validator: Submission['env']['signer']['address'],
  signature: Signature,
  id: Submission['facts']['id'],
  account: Account,
): Result {
  return { type: 'Signed', validator, signature, nextNonce: account.nextNonce, transactionId: id };
}

// Checks every operation, and applies those before position `applied`. The effects of the last one
// matter only to the fee, so `checkOperations` does not apply it.
function admit(
  submission: Submission,
  applied: number,
): {
  readonly fault: Rejection | undefined;
  readonly scratch: Scratch;
} {
  const { state, env, transaction } = submission;
  const scratch = new Scratch(state.ledger);
  let index = -1;
  for (const operation of transaction.operations) {
    index += 1;
    const context = operationContext(submission, index);
    const fault = validateOperation(env.rules.operations, operation, scratch, context);
    if (fault !== undefined) return { fault, scratch };
    if (index < applied) applyOperation(env.rules.operations, operation, scratch, context);
  }
  return { fault: undefined, scratch };
}
