import type { FeeTable, Genesis } from '@quorate/core';
import { NATIVE_TOKEN_ID, type Operation, type TokenId, type Transaction } from '@quorate/protocol';

/** What a transaction costs, and who gets it. */
export interface Fee {
  readonly tokenId: TokenId;
  readonly amount: bigint;
  readonly account: FeeTable['account'];
}

/** Gives what a transaction costs by the rules on paper (rule V7); undefined where that is nothing. */
export function feeFor(
  { feeToken, operations }: Pick<Transaction, 'feeToken' | 'operations'>,
  { fees }: Pick<Genesis, 'fees'>,
): Fee | undefined {
  if (fees === undefined || operations.every(isFree)) return undefined;
  const tokenId = feeToken === undefined ? fees.defaultToken : (feeToken ?? NATIVE_TOKEN_ID);
  const amount = fees.amounts[tokenId] ?? 0n;
  return amount === 0n ? undefined : { tokenId, amount, account: fees.account };
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
