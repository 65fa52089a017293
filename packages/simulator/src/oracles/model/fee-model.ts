import type { FeeTable, Genesis } from '@quorate/core';
import { NATIVE_TOKEN_ID, type Operation, type TokenId, type Transaction } from '@quorate/protocol';

/** The fee of a transaction, and the account that receives it. */
export interface Fee {
  readonly tokenId: TokenId;
  readonly amount: bigint;
  readonly account: FeeTable['account'];
}

type Payer = Pick<Transaction, 'feeToken' | 'operations'>;

/**
 * Gives the fee of a transaction by the rules of ledger.md (rule V7); undefined when there is none.
 */
export function feeFor(payer: Payer, { fees }: Pick<Genesis, 'fees'>): Fee | undefined {
  if (fees === undefined || payer.operations.every(isFree)) return undefined;
  const tokenId = tokenOf(payer, fees);
  const amount = fees.amounts[tokenId] ?? 0n;
  return amount === 0n ? undefined : { tokenId, amount, account: fees.account };
}

/** Tells whether the fee of a transaction may be paid in the token that it names (rule V7). */
export function isFeeTokenTaken(payer: Payer, { fees }: Pick<Genesis, 'fees'>): boolean {
  if (fees === undefined || payer.operations.every(isFree)) return true;
  return Object.hasOwn(fees.amounts, tokenOf(payer, fees));
}

function tokenOf({ feeToken }: Payer, { defaultToken }: FeeTable): TokenId {
  return feeToken === undefined ? defaultToken : (feeToken ?? NATIVE_TOKEN_ID);
}

function isFree(operation: Operation): boolean {
  switch (operation.kind) {
    case 'JoinCommittee':
    case 'LeaveCommittee':
    case 'ChangeCommittee':
      return true;
    case 'Escrow':
      return operation.escrow.kind === 'CreateConfig';
    default:
      return false;
  }
}
