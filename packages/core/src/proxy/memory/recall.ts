import { NATIVE_TOKEN_ID, type Operation, type Transaction } from '@quorate/protocol';
import { feeOf } from '../../validator/fee.ts';
import type { ProxyEnv } from '../rule-types.ts';
import type { ProxyState, Submission } from '../state.ts';
import { type Remembered, rememberedOf, type Told } from './memory.ts';

/**
 * P5: tells whether a quorum of members has told lately what shows that they would sign, so that
 * they need not be asked.
 *
 * Of these members f may lie, as f of those that answer a dry run may. Each of the others stands at
 * the nonce of the transaction, or has used it up for another one that the same sender has signed;
 * and until then its balance only grows (rule D5). What a member told is used once at most, and
 * never for long: somebody else may drive a transaction of the account.
 */
export function isRemembered(state: ProxyState, submission: Submission, env: ProxyEnv): boolean {
  const { memory, committee, timings } = state;
  if (memory === undefined) return false;
  const { sender, nonce } = submission.facts.transaction;
  const known = rememberedOf(memory, sender);
  if (!env.rules.isUnspent(known, nonce)) return false;
  const cost = env.rules.costOf(state, submission);
  if (cost === undefined) return false;
  const funds = committee.members.flatMap(({ validator: { address } }) => {
    const told = known.told[address];
    const isUsable = told?.nonce === nonce && isRecent(told, env.now, timings.deadlineNanos);
    return isUsable ? [told.funds] : [];
  });
  return env.rules.fundsTold(funds, committee.members.length) >= cost;
}

// A clock that was set back makes what was told before seem to lie in the future.
function isRecent({ at }: Told, now: bigint, nanosMax: bigint): boolean {
  return at <= now && now - at <= nanosMax;
}

/** P5: tells whether no transaction of the account was begun at this nonce or above it. */
export function isUnspent({ unspent }: Remembered, nonce: bigint): boolean {
  return nonce >= unspent;
}

/**
 * P5: gives what a transaction takes from its sender's balance of the native token, in least units
 * and always above 0. Undefined if the balance does not decide alone whether it is admissible, or
 * if another balance does too: then it is not a mere transfer of that token under an ordinary
 * signature.
 */
export function costOf(
  state: Pick<ProxyState, 'fees'>,
  { envelope, facts }: Pick<Submission, 'envelope' | 'facts'>,
): bigint | undefined {
  const { operations } = facts.transaction;
  if (envelope.signature.kind !== 'Signature') return undefined;
  const fee = feeOf(state, facts.transaction);
  if (fee === undefined || (fee.amount > 0n && fee.tokenId !== NATIVE_TOKEN_ID)) return undefined;
  if (operations.length === 0 || !operations.every(isPayment)) return undefined;
  return spentBy(state, facts.transaction);
}

function isPayment(operation: Operation): boolean {
  return (
    operation.kind === 'TokenTransfer' &&
    operation.tokenId === NATIVE_TOKEN_ID &&
    operation.amount > 0n
  );
}

/**
 * P5: gives the most by which a transaction lowers its sender's balance of the native token when it
 * settles, in least units. Undefined where the transaction alone does not say, as the terms of an
 * escrow job say what it is funded with, or where it is about more than what accounts hold.
 */
export function spentBy(
  state: Pick<ProxyState, 'fees'>,
  transaction: Transaction,
): bigint | undefined {
  const fee = feeOf(state, transaction);
  if (fee === undefined) return undefined;
  let spent = fee.tokenId === NATIVE_TOKEN_ID ? fee.amount : 0n;
  for (const operation of transaction.operations) {
    switch (operation.kind) {
      case 'TokenTransfer':
      case 'Burn':
        if (operation.tokenId === NATIVE_TOKEN_ID) spent += operation.amount;
        break;
      case 'Escrow':
        if (operation.escrow.kind === 'CreateJob') return undefined;
        break;
      case 'JoinCommittee':
      case 'LeaveCommittee':
      case 'ChangeCommittee':
        return undefined;
      default:
    }
  }
  return spent;
}
